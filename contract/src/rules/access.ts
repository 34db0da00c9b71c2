/** Groups a user can be in. The role is the strongest of them. */
export const groups = ['user', 'admin'] as const
export type Group = (typeof groups)[number]
