import { baseLanguage } from '@video-forge/contract/captions/base-language'
import type { Cue } from '@video-forge/contract/captions/cue'
import { plainCueText } from '@video-forge/contract/captions/cue-text'
import { normalizeLanguage } from '@video-forge/contract/captions/languages'
import { parseCaptions } from '@video-forge/contract/captions/parse-captions'
import type { Output } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import type { Db } from '../../platform/database/database.ts'
import { type CaptionRow, listCaptions } from './describe-caption.ts'

type Transcript = Omit<Output<'GET /gallery/videos/{id}/transcript'>, 'success'>

interface Wanted {
  captionId?: string | undefined
  language?: string | undefined
}

/** The captions with this id, those in this language, or those that are listed first. */
export function chooseCaption(list: readonly CaptionRow[], { captionId, language }: Wanted): CaptionRow | undefined {
  if (captionId !== undefined) return list.find(({ id }) => id === captionId)
  return language === undefined ? list[0] : inLanguage(list, normalizeLanguage(language))
}

/** What is said in a video. */
export async function readTranscript(
  db: Db,
  videoId: string,
  { q, markup, ...wanted }: Wanted & { q?: string | undefined; markup?: 'true' | 'false' | undefined },
): Promise<Transcript> {
  const list = await listCaptions(db, videoId)
  const chosen = chooseCaption(list, wanted)
  const row = chosen && (await readText(db, chosen.id))
  if (!chosen || !row) {
    throw new Failure('NOT_FOUND', list.length === 0 ? 'This video has no captions.' : 'This video has no such captions.')
  }
  const searched = q === undefined ? '' : searchForm(q)
  const cues = cuesOf(row.content).map(({ start, end, text, settings }) => ({
    start,
    end,
    text: plainCueText(text),
    ...(markup === 'true' && { markup: text, settings }),
  }))
  return {
    captionId: chosen.id,
    language: chosen.language,
    source: chosen.source,
    isReviewed: row.is_reviewed,
    version: row.version,
    cues: searched === '' ? cues : cues.filter(({ text }) => searchForm(text).includes(searched)),
  }
}

/** The version in the same query as the text, so that they belong together. */
const readText = (db: Db, id: string) =>
  db.selectFrom('captions').select(['content', 'version', 'is_reviewed']).where('id', '=', id).executeTakeFirst()

function cuesOf(content: string): readonly Cue[] {
  const parsed = parseCaptions(content)
  return 'cues' in parsed ? parsed.cues : []
}

/** The same language, or another form of it: 'pt' finds 'pt-BR'. */
const inLanguage = (list: readonly CaptionRow[], language: string | undefined): CaptionRow | undefined =>
  language === undefined
    ? undefined
    : (list.find((each) => each.language === language) ?? list.find((each) => baseLanguage(each.language) === baseLanguage(language)))

/** Without case, accents and line ends. */
const searchForm = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').toLowerCase().trim()
