import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

interface OldPage {
  /** As it is stored. */
  address: string
  /** The page that it stands for here. */
  page: 'video' | 'embed'
}

/** What a path of PeerTube or MediaCMS stands for; undefined if it is no such path. */
function oldPage(path: string, query: URLSearchParams): OldPage | undefined {
  const [, watched] = /^\/(?:w|videos\/watch)\/([\w-]{8,64})\/?$/.exec(path) ?? []
  if (watched) return { address: `peertube/${watched}`, page: 'video' }
  const [, embedded] = /^\/videos\/embed\/([\w-]{8,64})\/?$/.exec(path) ?? []
  if (embedded) return { address: `peertube/${embedded}`, page: 'embed' }
  const [, view] = /^\/(view|embed)\/?$/.exec(path) ?? []
  const token = query.get('m')
  return view && token && /^[\w-]{1,64}$/.test(token)
    ? { address: `mediacms/${token}`, page: view === 'view' ? 'video' : 'embed' }
    : undefined
}

/**
 * Where a visitor finds the video of an old address; undefined if there is none that they may see. Anyone can import a video under any
 * address, so that of an admin comes first, then the one that was here first.
 */
export async function findOldAddress(db: Db, path: string, query: URLSearchParams): Promise<string | undefined> {
  const old = oldPage(path, query)
  if (!old) return undefined
  const { rows } = await sql<{ id: string }>`
    select videos.id from old_addresses join videos on videos.id = video_id join users on users.id = videos.user_id
    where address = ${old.address} and (visibility = 'public' or opens_by_password)
    order by 'admin' = any(users.groups) desc, old_addresses.created_at limit 1`.execute(db)
  return rows[0] && `/${old.page}/${rows[0].id}`
}
