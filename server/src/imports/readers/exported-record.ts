import { taggedLanguage } from '@video-forge/contract/captions/languages'
import * as z from 'zod'
import { videoRecord } from '../../platform/archive/archive-format.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { ImportedCaption, ImportItem } from '../item.ts'
import { accessOf } from './access-of.ts'

const { id, visibility, hasPassword, embedDomains, allowDownload, showViews, showHeat, language, captions, thumbnail } = videoRecord.shape
const unless = <Field extends z.ZodType>(field: Field) => field.optional().catch(undefined)

/** What only an export says. What is wrong counts as missing. */
const record = z.object({
  visibility: unless(visibility),
  hasPassword: unless(hasPassword),
  embedDomains: unless(embedDomains),
  allowDownload: unless(allowDownload),
  showViews: unless(showViews),
  showHeat: unless(showHeat),
  language: unless(language),
  captions: captions.catch([]),
  thumbnail: unless(thumbnail),
})

const maxValues = 100_000

/** Captions beside a video, by the name of their file. */
export interface NamedCaption extends Omit<ImportedCaption, 'source'> {
  name: string
}

interface Named {
  captions: NamedCaption[]
  thumbnail: string | null
}

/** What the record of an unpacked export (`video.json`) says about the files beside it, and about who may watch and save the video. */
export function exportedRecord(text: string, named: Named): Named & Pick<ImportItem, 'settings' | 'notes' | 'language'> {
  const found = record.safeParse(parsed(text))
  if (!found.success) return named
  const { captions: known, thumbnail: picture, language: spoken, ...access } = found.data
  const { settings, notes } = accessOf(access)
  const language = taggedLanguage(spoken ?? undefined)
  return {
    captions: named.captions.map((caption) => {
      const said = known.find(({ name }) => name === caption.name)
      if (!said) return caption
      const { label, source: origin, isDefault, isReviewed = false } = said
      return { ...caption, language: taggedLanguage(said.language) ?? caption.language, label, origin, isDefault, isReviewed }
    }),
    // An automatic one is made again.
    thumbnail: picture?.isChosen === false ? null : named.thumbnail,
    ...(settings && { settings }),
    ...(notes && { notes }),
    ...(language !== undefined && { language }),
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text, maxValues)
  } catch {
    return undefined
  }
}

/** The id of a video on the site that it comes from; undefined if its record (`video.json`) says none. */
export function exportedIdIn(text: string | undefined): string | undefined {
  const found = z.object({ id }).safeParse(text === undefined ? undefined : parsed(text))
  return found.success ? found.data.id : undefined
}
