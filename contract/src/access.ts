/** Groups a user can be in. The role is the strongest of them. */
export const groups = ['user', 'admin'] as const
export type Group = (typeof groups)[number]
export type Role = Group

/** What a role may do, by name. The admin calls check these names, and the permissions dialog shows them. */
export const permissionsOf: Record<Role, readonly string[]> = {
  user: ['videos:browse', 'videos:upload', 'videos:manage-own', 'jobs:create', 'jobs:manage-own', 'stock:search'],
  admin: ['videos:browse', 'videos:manage-all', 'jobs:manage-all', 'storage:manage', 'users:manage', 'system:observe'],
}
