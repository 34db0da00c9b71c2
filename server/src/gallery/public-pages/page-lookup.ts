import { Failure } from '@video-forge/contract/errors'
import { isPagePath } from '@video-forge/contract/rules/page-paths'
import { watchLaterId } from '@video-forge/contract/rules/playlist-rules'
import { sentences } from '@video-forge/contract/sentences'
import { tagKey } from '@video-forge/contract/text/tags'
import { isUuid } from '../../platform/database/uuid.ts'
import { mayFrame, type Sender } from '../../platform/network/sender.ts'
import { type FeedLink, feedLinks } from '../feeds/feed-paths.ts'
import { lookUpPlaylist } from '../playlists/see-playlist.ts'
import { type Credentials, credentialsIn, type ReadViewer } from '../protection/read-viewer.ts'
import { lookUpVideo } from '../see-video.ts'
import { type DetailsDeps, readVideoDetails } from '../video-details.ts'
import { viewerOf } from '../viewer.ts'
import { createPageHead, type FirstPicture, firstPictureOf, type PageHead } from './page-head.ts'
import { findPerson, type PeopleDeps } from './people.ts'
import { personHead } from './person-head.ts'
import { playlistHead } from './playlist-head.ts'
import { createTranscriptPages, type TranscriptPage } from './transcript/transcript-page.ts'

export interface FoundPage {
  /** Whether a visitor finds something there. The page request of a signed-in person is one of a visitor: it has no token. */
  isFound: boolean
  /** Its own title and tags for link previews, if it has some. */
  custom?: PageHead | undefined
  /** Only a public video has one. */
  first?: FirstPicture | undefined
  /** The gallery as it is opened: with filters, its controls would look different. */
  showsList?: boolean | undefined
  /** Addresses of the largest pictures, which the browser would otherwise find after the scripts and the first call. */
  pictures?: readonly string[] | undefined
  /** A page of its own, without scripts. */
  transcript?: TranscriptPage | undefined
  /** Where the text of a video is read without scripts. */
  transcriptPath?: string | undefined
  /** The sites that may frame the player; undefined for all. */
  framedBy?: readonly string[] | undefined
  /** Why the player is not shown on the site that asks for it. */
  refusal?: string | undefined
  /** Instead of 404. */
  status?: 401 | 403 | undefined
  /** Not for search engines. */
  isHidden?: boolean | undefined
  /** For browsers without scripts, instead of the usual sentence. */
  withoutScripts?: string | undefined
  /** What feed readers find. */
  feeds?: readonly FeedLink[] | undefined
}

const noTranscript = 'There is no such transcript, or its video is private. Ask its owner for a link.'
const textNeedsPassword = `${sentences.passwordRequired} Open its page and enter it; the text is there too.`

interface LookupDeps extends PeopleDeps, DetailsDeps {
  readViewer: ReadViewer
  isPublicSite: boolean
  /** The pictures of the gallery's first cards. */
  firstCards: (origin: string) => Promise<string[]>
}

/** Whether or not there is a video or a person: its page asks for a sign-in. */
const behindSignIn: FoundPage = { isFound: true, isHidden: true, framedBy: [] }

/** Whether there is a page at a path, and how it introduces itself. In the query, `link`, `token` and `grant` open a video. */
export function createPageLookup(deps: LookupDeps) {
  const videoHead = createPageHead(deps)
  const transcriptPage = createTranscriptPages(deps)
  return async (path: string, query: URLSearchParams, sender: Sender): Promise<FoundPage> => {
    const read = /^\/video\/([^/]+)\/transcript\/?$/i.exec(path)?.[1]
    if (read) return findTranscript(() => transcriptPage(read.toLowerCase(), query, sender))
    const listed = /^\/(embed\/)?playlist\/([^/]+)\/?$/i.exec(path)
    if (listed) return deps.isPublicSite ? findPlaylist(deps, listed[2]?.toLowerCase() ?? '', sender.own) : behindSignIn
    const [, kind, name] = /^\/(video|embed|u)\/([^/]+)\/?$/i.exec(path) ?? []
    if (!kind || !name) return plainPage(deps, path, query, sender.own)
    if (kind.toLowerCase() === 'u') return deps.isPublicSite ? personPage(deps, decoded(name), sender.own) : behindSignIn
    const id = name.toLowerCase()
    const access = credentialsIn(query)
    const viewer = isUuid(id) ? await deps.readViewer(id, { query: access, facts: { sender } }) : undefined
    const found = viewer && (await lookUpVideo(deps.db, id, viewer))
    if (!found) return deps.isPublicSite ? { isFound: false } : behindSignIn
    if (kind.toLowerCase() === 'embed') return embedPage(found.video.embed_domains, sender)
    if (found.isLocked) return { isFound: true, isHidden: true, withoutScripts: sentences.passwordRequired }
    const custom = deps.isPublicSite ? await videoHead(id, sender.own) : undefined
    const details = custom && (await readVideoDetails(deps, id, viewerOf(undefined), sender.own))
    const isRead = details ? details.captions.length > 0 : await hasCaptions(deps.db, id)
    const transcriptPath = isRead ? transcriptPathOf(id, found.right.isPublic ? {} : access) : undefined
    const feeds = details?.owner ? feedLinks({ kind: 'person', name: details.owner.username }, details.owner.name) : undefined
    const first = details && firstPictureOf(details)
    const pictures = details?.thumbnailUrl ? [details.thumbnailUrl] : undefined
    return { isFound: true, custom, transcriptPath, first, pictures, feeds, isHidden: !deps.isPublicSite }
  }
}

/** To a visitor a private playlist does not exist. */
async function findPlaylist(deps: LookupDeps, id: string, origin: string): Promise<FoundPage> {
  // Like the other pages of signed-in people.
  if (id === watchLaterId) return { isFound: true }
  const viewer = viewerOf(undefined)
  const row = isUuid(id) ? await lookUpPlaylist(deps.db, id, viewer) : undefined
  if (!row) return { isFound: false }
  const feeds = row.visibility === 'public' ? feedLinks({ kind: 'playlist', name: id }, row.title) : undefined
  return { isFound: true, isHidden: row.visibility !== 'public', custom: await playlistHead(deps, row, origin), feeds }
}

/** A page that is there for everybody. That of the gallery names the feeds of what it lists. */
async function plainPage(deps: LookupDeps, path: string, query: URLSearchParams, origin: string): Promise<FoundPage> {
  const isGallery = /^\/gallery\/?$/i.test(path)
  if (!deps.isPublicSite || !(isGallery || path === '/')) return { isFound: isPagePath(path) }
  const tag = isGallery ? tagKey(query.get('tag')?.slice(0, 200) ?? '') : ''
  const feeds = tag === '' ? feedLinks({ kind: 'site', name: '' }, 'Video Forge') : feedLinks({ kind: 'tag', name: tag }, `#${tag}`)
  const showsList = isGallery && query.size === 0
  // Without its database the gallery is drawn all the same.
  const pictures = showsList ? await deps.firstCards(origin).catch(() => []) : undefined
  return { isFound: true, showsList, feeds, pictures }
}

async function personPage(deps: PeopleDeps, name: string, origin: string): Promise<FoundPage> {
  const person = await findPerson(deps, name)
  if (!person) return { isFound: false }
  return { isFound: true, custom: personHead(person, origin), feeds: feedLinks({ kind: 'person', name: person.username }, person.name) }
}

/** The player of a video that only some sites may embed, framed by one of them or by another. */
const embedPage = (domains: readonly string[], sender: Sender): FoundPage =>
  mayFrame(sender, domains)
    ? { isFound: true, framedBy: domains.length > 0 ? domains : undefined }
    : { isFound: false, refusal: sentences.embedNotAllowed, framedBy: undefined }

async function findTranscript(read: () => Promise<TranscriptPage | undefined>): Promise<FoundPage> {
  try {
    const transcript = await read()
    return transcript ? { isFound: transcript.isFound, transcript } : { isFound: false, withoutScripts: noTranscript }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const isLocked = error.code === 'PASSWORD_REQUIRED'
    return { isFound: false, status: isLocked ? 401 : 403, withoutScripts: isLocked ? textNeedsPassword : noTranscript }
  }
}

const hasCaptions = async (db: PeopleDeps['db'], id: string): Promise<boolean> =>
  (await db.selectFrom('captions').select('id').where('video_id', '=', id).limit(1).executeTakeFirst()) !== undefined

function transcriptPathOf(id: string, access: Credentials): string {
  const given = new URLSearchParams(Object.entries(access).filter((entry): entry is [string, string] => entry[1] !== undefined))
  return `/video/${id}/transcript${given.size > 0 ? `?${given}` : ''}`
}

/** The name in a path; one that cannot be decoded is nobody's. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
