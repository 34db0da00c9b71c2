import { createHash } from 'node:crypto'
import { parseCaptions } from '@video-forge/contract/captions/parse-captions'
import { chaptersInDescription } from '@video-forge/contract/text/chapters'
import type { Db } from '../../../platform/database/database.ts'
import { isUuid } from '../../../platform/database/uuid.ts'
import type { Sender } from '../../../platform/network/sender.ts'
import { listCaptions } from '../../captions/describe-caption.ts'
import { chooseCaption } from '../../captions/transcript.ts'
import { credentialsIn, type ReadViewer } from '../../protection/read-viewer.ts'
import { seeVideo } from '../../see-video.ts'
import { type TranscriptFacts, transcriptValues } from './transcript-html.ts'
import { type Section, sectionsOf } from './transcript-sections.ts'

export interface TranscriptPage {
  /** Whether there is a text to read. */
  isFound: boolean
  isPublic: boolean
  /** Changes with everything that the page shows. */
  tag: string
  /** Makes the values for the template; not needed by those who have the page already. */
  values: () => Promise<Record<string, string>>
}

/** Characters of texts whose paragraphs are kept: about twenty talks of two hours. Reading 20,000 cues takes a second. */
const maxKept = 2_000_000

/**
 * Finds what is said in a video as a page for browsers without scripts. Such a request has no session, so it is one of a visitor: public
 * videos, and others by what opens them.
 */
export function createTranscriptPages({ db, readViewer }: { db: Db; readViewer: ReadViewer }) {
  const readSections = createSectionCache(db)
  return async (id: string, query: URLSearchParams, sender: Sender): Promise<TranscriptPage | undefined> => {
    const access = credentialsIn(query)
    const seen = isUuid(id) ? await seeVideo(db, id, await readViewer(id, { query: access, facts: { sender } })) : undefined
    if (!seen) return undefined
    const { video, right } = seen
    const captions = await listCaptions(db, id)
    const shown = chooseCaption(captions, { captionId: query.get('captionId') ?? undefined, language: query.get('language') ?? undefined })
    const chapters = video.chapters.length > 0 ? video.chapters : chaptersInDescription(video.description, video.duration)
    const facts: TranscriptFacts = {
      origin: sender.own,
      videoId: id,
      access: right.isPublic ? {} : access,
      title: video.title.trim() || `Video ${id}`,
      owner: video.owner_name,
      isPublic: right.isPublic,
      captions: captions.map(({ id: captionId, language, label }) => ({ id: captionId, language, label })),
      shown: shown && { id: shown.id, language: shown.language, isAutomatic: shown.source === 'automatic' && !shown.is_reviewed },
    }
    return {
      isFound: shown !== undefined,
      isPublic: right.isPublic,
      tag: createHash('sha256')
        .update(JSON.stringify([facts, chapters, shown?.version]))
        .digest('base64url')
        .slice(0, 27),
      values: async () => transcriptValues(facts, shown ? await readSections(shown, chapters) : []),
    }
  }
}

type Chapters = Parameters<typeof sectionsOf>[1]

/** Sections by captions and version, which never change; the least recently used are dropped. */
function createSectionCache(db: Db) {
  const kept = new Map<string, { sections: Section[]; size: number }>()
  let size = 0
  const drop = (key: string) => {
    size -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  return async ({ id, version }: { id: string; version: number }, chapters: Chapters): Promise<Section[]> => {
    const key = JSON.stringify([id, version, chapters])
    const known = kept.get(key)
    if (known) {
      kept.delete(key)
      kept.set(key, known)
      return known.sections
    }
    const row = await db.selectFrom('captions').select(['content', 'version']).where('id', '=', id).executeTakeFirst()
    const found = kept.get(key)
    if (found) return found.sections
    const parsed = parseCaptions(row?.content ?? '')
    const sections = sectionsOf('cues' in parsed ? parsed.cues : [], chapters)
    if (row?.version !== version || row.content.length > maxKept) return sections
    kept.set(key, { sections, size: row.content.length })
    size += row.content.length
    for (const oldest of kept.keys()) {
      if (size <= maxKept) break
      drop(oldest)
    }
    return sections
  }
}
