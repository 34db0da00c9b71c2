/** Groups a user can be in. The role is the strongest of them. */
export const groups = ['user', 'admin'] as const
export type Group = (typeof groups)[number]

/** What an API key may do for its owner. */
export const scopes = ['read', 'upload', 'manage', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** What each scope allows, for people. */
export const scopeMeanings: Record<Scope, string> = {
  read: 'See your videos, jobs and statistics, also private ones',
  upload: 'Upload files and create videos',
  manage: 'Edit, share and delete your videos, jobs and webhooks',
  admin: 'Everything on the admin pages',
}
