import { sql } from 'kysely'

/**
 * Whether an account of `users` has a name for everybody. A disabled one has none, and one of a provider only after the person has chosen
 * it: before, its username is made of its e-mail address.
 */
export const hasPublicName = sql<boolean>`disabled_at is null and (google_subject is null or chose_username)`
