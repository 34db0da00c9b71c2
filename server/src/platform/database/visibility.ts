import { sql } from 'kysely'

type Visibility = 'public' | 'private'

/** What its owner has chosen. A public video with a password is stored as private; see migration 0033. */
export const shownVisibility = ({ visibility, opens_by_password }: { visibility: Visibility; opens_by_password: boolean }): Visibility =>
  opens_by_password ? 'public' : visibility

/** The columns for a choice. A trigger closes a public video that has a password. */
export const visibilityColumns = (visibility: Visibility | undefined) => (visibility ? { visibility, opens_by_password: false } : {})

/** Public, with a rendition or a shareable original. A video with a password is not: it is stored as private. For a query on `videos`. */
export const isWatchableByAll = sql<boolean>`
  visibility = 'public' and status in ('ready', 'uploaded') and (status = 'ready' or shared_key is not null)`
