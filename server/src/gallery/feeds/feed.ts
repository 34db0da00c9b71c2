import { tagKey } from '@video-forge/contract/text/tags'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/uuid.ts'
import type { Grants } from '../grants.ts'
import { findOwner, findPerson, type PeopleDeps } from '../public-pages/people.ts'
import { hasPublicName } from '../public-pages/public-name.ts'
import { type FeedItem, type ItemQuery, readFeedItems } from './feed-items.ts'
import type { FeedSubject } from './feed-paths.ts'

/** A list of videos to follow, with absolute addresses. */
export interface Feed {
  title: string
  description: string
  /** The page with the same videos. */
  page: string
  /** The address of the feed. */
  self: string
  author: string | null
  /** The last change of what it contains; null without any. */
  updated: Date | null
  items: FeedItem[]
}

type FeedDeps = PeopleDeps & { grants: Grants }
type Source = Pick<Feed, 'title' | 'description' | 'author'> & { path: string; query: ItemQuery; canBeEmpty: boolean }

const siteName = 'Video Forge'

/** The feed of a subject; undefined where there is nothing that a stranger may know of. */
export async function readFeed(deps: FeedDeps, subject: FeedSubject, origin: string, path: string): Promise<Feed | undefined> {
  const source = await sources[subject.kind](deps, subject.name)
  if (!source) return undefined
  const { query, canBeEmpty, path: page, ...about } = source
  const items = await readFeedItems(deps, origin, query)
  if (items.length === 0 && !canBeEmpty) return undefined
  const times = items.map(({ updated }) => updated.getTime())
  return { ...about, page: origin + page, self: origin + path, updated: times.length > 0 ? new Date(Math.max(...times)) : null, items }
}

const sources: Record<FeedSubject['kind'], (deps: FeedDeps, name: string) => Promise<Source | undefined>> = {
  site: async () => ({
    title: siteName,
    description: `The newest videos of ${siteName}.`,
    author: null,
    path: '/gallery',
    query: { where: sql<boolean>`true` },
    canBeEmpty: true,
  }),

  person: async (deps, name) => {
    const person = await findPerson(deps, name)
    const ownerId = person && (await findOwner(deps, name))
    if (!person || !ownerId) return undefined
    return {
      title: `${person.name} · ${siteName}`,
      description: `The newest videos by ${person.name}.`,
      author: person.name,
      path: `/u/${encodeURIComponent(person.username)}`,
      query: { where: sql<boolean>`user_id = ${ownerId}` },
      canBeEmpty: true,
    }
  },

  tag: async (_deps, name) => {
    const key = tagKey(name)
    if (key === '') return undefined
    return {
      title: `#${key} · ${siteName}`,
      description: `The newest videos with the tag ${key}.`,
      author: null,
      path: `/gallery?tag=${encodeURIComponent(key)}`,
      query: { where: sql<boolean>`tag_keys(tags) @> array[${key}]::text[]` },
      // A tag exists by its videos.
      canBeEmpty: false,
    }
  },

  playlist: async ({ db }, name) => {
    const playlist = isUuid(name) ? await findPlaylist(db, name) : undefined
    if (!playlist) return undefined
    const added = sql`(select added_at from playlist_videos where playlist_id = ${name} and video_id = videos.id)`
    return {
      title: playlist.title,
      description: playlist.description || `A playlist of ${siteName}.`,
      author: playlist.owner_name,
      path: `/playlist/${name}`,
      // What was added last comes first, as in every feed: readers look at the newest.
      query: {
        where: sql<boolean>`id in (select video_id from playlist_videos where playlist_id = ${name})`,
        order: sql`${added} desc, id desc`,
      },
      canBeEmpty: true,
    }
  },
}

/** A playlist that everybody with its address may see. */
const findPlaylist = (db: Db, id: string) =>
  db
    .selectFrom('playlists')
    .innerJoin('users', 'users.id', 'playlists.user_id')
    .select(['title', 'description', sql<string | null>`case when ${hasPublicName} then username end`.as('owner_name')])
    .where('playlists.id', '=', id)
    .where('visibility', 'in', ['public', 'link'])
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
