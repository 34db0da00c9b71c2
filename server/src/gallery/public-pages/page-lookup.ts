import { isPagePath } from '@video-forge/contract/rules/page-paths'
import { isUuid } from '../../platform/database/uuid.ts'
import { seeVideo } from '../see-video.ts'
import { type DetailsDeps, readVideoDetails } from '../video-details.ts'
import { viewerOf } from '../viewer.ts'
import { createPageHead, type FirstPicture, firstPictureOf, type PageHead } from './page-head.ts'
import { findPerson, type PeopleDeps } from './people.ts'
import { personHead } from './person-head.ts'

export interface FoundPage {
  /** Whether a visitor finds something there. The page request of a signed-in person is one of a visitor: it has no token. */
  isFound: boolean
  /** Its own title and tags for link previews, if it has some. */
  custom?: PageHead | undefined
  /** Only a public video has one. */
  first?: FirstPicture | undefined
}

/** Whether there is a page at a path, and how it introduces itself. `link` is the secret of a share link. */
export function createPageLookup(deps: PeopleDeps & DetailsDeps) {
  const videoHead = createPageHead(deps.db)
  return async (path: string, link: string | undefined, origin: string): Promise<FoundPage> => {
    const [, kind, name] = /^\/(video|embed|u)\/([^/]+)\/?$/i.exec(path) ?? []
    if (!kind || !name) return { isFound: isPagePath(path) }
    if (kind.toLowerCase() === 'u') {
      const person = await findPerson(deps, decoded(name))
      return { isFound: person !== undefined, custom: person && personHead(person, origin) }
    }
    const id = name.toLowerCase()
    const isFound = isUuid(id) && (await seeVideo(deps.db, id, viewerOf(undefined, link))) !== undefined
    const custom = isFound && kind.toLowerCase() === 'video' ? await videoHead(id, origin) : undefined
    if (!custom) return { isFound }
    return { isFound, custom, first: firstPictureOf(await readVideoDetails(deps, id, viewerOf(undefined), origin)) }
  }
}

/** The name in a path; one that cannot be decoded is nobody's. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}
