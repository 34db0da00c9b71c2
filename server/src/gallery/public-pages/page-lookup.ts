import { isPagePath } from '@video-forge/contract/rules/page-paths'
import { isUuid } from '../../platform/database/uuid.ts'
import { seeVideo } from '../see-video.ts'
import { type DetailsDeps, readVideoDetails } from '../video-details.ts'
import { viewerOf } from '../viewer.ts'
import { createPageHead, type FirstPicture, firstPictureOf, type PageHead } from './page-head.ts'
import { findPerson, type PeopleDeps } from './people.ts'
import { personHead } from './person-head.ts'
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
  /** A page of its own, without scripts. */
  transcript?: TranscriptPage | undefined
  /** Where the text of a video is read without scripts. */
  transcriptPath?: string | undefined
  /** For browsers without scripts, instead of the usual sentence. */
  withoutScripts?: string | undefined
}

const noTranscript = 'There is no such transcript, or its video is private. Ask its owner for a link.'

/** Whether there is a page at a path, and how it introduces itself. In the query, `link` is the secret of a share link. */
export function createPageLookup(deps: PeopleDeps & DetailsDeps) {
  const videoHead = createPageHead(deps.db)
  const transcriptPage = createTranscriptPages(deps.db)
  return async (path: string, query: URLSearchParams, origin: string): Promise<FoundPage> => {
    const read = /^\/video\/([^/]+)\/transcript\/?$/i.exec(path)?.[1]
    if (read) {
      const transcript = await transcriptPage(read.toLowerCase(), query, origin)
      return transcript ? { isFound: transcript.isFound, transcript } : { isFound: false, withoutScripts: noTranscript }
    }
    const link = query.get('link') ?? undefined
    const [, kind, name] = /^\/(video|embed|u)\/([^/]+)\/?$/i.exec(path) ?? []
    if (!kind || !name) return { isFound: isPagePath(path), showsList: /^\/gallery\/?$/i.test(path) && query.size === 0 }
    if (kind.toLowerCase() === 'u') {
      const person = await findPerson(deps, decoded(name))
      return { isFound: person !== undefined, custom: person && personHead(person, origin) }
    }
    const id = name.toLowerCase()
    const isFound = isUuid(id) && (await seeVideo(deps.db, id, viewerOf(undefined, link))) !== undefined
    if (!isFound || kind.toLowerCase() !== 'video') return { isFound }
    const custom = await videoHead(id, origin)
    const details = custom && (await readVideoDetails(deps, id, viewerOf(undefined), origin))
    const isRead = details ? details.captions.length > 0 : await hasCaptions(deps.db, id)
    const transcriptPath = isRead ? transcriptPathOf(id, link) : undefined
    return { isFound, custom, transcriptPath, first: details && firstPictureOf(details) }
  }
}

const hasCaptions = async (db: PeopleDeps['db'], id: string): Promise<boolean> =>
  (await db.selectFrom('captions').select('id').where('video_id', '=', id).limit(1).executeTakeFirst()) !== undefined

const transcriptPathOf = (id: string, link: string | undefined): string =>
  `/video/${id}/transcript${link ? `?link=${encodeURIComponent(link)}` : ''}`

/** The name in a path; one that cannot be decoded is nobody's. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
