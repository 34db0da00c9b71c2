import { baseLanguage } from '@video-forge/contract/captions/base-language'
import { plainCueText } from '@video-forge/contract/captions/cue-text'
import { normalizeLanguage } from '@video-forge/contract/captions/languages'
import { parseCaptions } from '@video-forge/contract/captions/parse-captions'
import type { Output } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import type { Db } from '../../platform/database/database.ts'
import { type CaptionRow, listCaptions } from './describe-caption.ts'

type Transcript = Omit<Output<'GET /gallery/videos/{id}/transcript'>, 'success'>

/** What is said in a video: of the captions in this language, or of those that are listed first. */
export async function readTranscript(
  db: Db,
  videoId: string,
  { captionId, language, q }: { captionId?: string | undefined; language?: string | undefined; q?: string | undefined },
): Promise<Transcript> {
  const list = await listCaptions(db, videoId)
  const ofLanguage = language === undefined ? list[0] : inLanguage(list, normalizeLanguage(language))
  const chosen = captionId === undefined ? ofLanguage : list.find(({ id }) => id === captionId)
  if (!chosen) {
    throw new Failure('NOT_FOUND', list.length === 0 ? 'This video has no captions.' : 'This video has no such captions.')
  }
  const row = await db.selectFrom('captions').select('content').where('id', '=', chosen.id).executeTakeFirst()
  const parsed = parseCaptions(row?.content ?? '')
  const cues = 'cues' in parsed ? parsed.cues.map(({ start, end, text }) => ({ start, end, text: plainCueText(text) })) : []
  const wanted = q === undefined ? '' : searchForm(q)
  return {
    captionId: chosen.id,
    language: chosen.language,
    source: chosen.source,
    cues: wanted === '' ? cues : cues.filter(({ text }) => searchForm(text).includes(wanted)),
  }
}

/** The same language, or another form of it: 'pt' finds 'pt-BR'. */
const inLanguage = (list: readonly CaptionRow[], language: string | undefined): CaptionRow | undefined =>
  language === undefined
    ? undefined
    : (list.find((each) => each.language === language) ?? list.find((each) => baseLanguage(each.language) === baseLanguage(language)))

/** Without case, accents and line ends. */
const searchForm = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').toLowerCase().trim()
