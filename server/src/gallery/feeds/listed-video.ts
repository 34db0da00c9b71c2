import { sql } from 'kysely'
import { isWatchableByAll } from '../../platform/database/visibility.ts'

/**
 * What feeds and the sitemap list, for a query on `videos`: what every stranger may watch, anywhere, of an account that is not disabled. A video
 * that only some sites may embed is not for all of them.
 */
export const isListed = sql<boolean>`
  ${isWatchableByAll} and embed_domains = '{}' and exists (select from users where users.id = videos.user_id and users.disabled_at is null)`
