import { sql } from 'kysely'

/**
 * Whether an account of `users` has a name for everybody. A disabled one has none, and one of Google neither: its username is made of its
 * e-mail address.
 */
export const hasPublicName = sql<boolean>`disabled_at is null and google_subject is null`
