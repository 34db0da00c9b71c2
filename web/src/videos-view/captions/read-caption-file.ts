import { captionRules, captionsTooLarge } from '@video-forge/contract/captions/caption-rules'
import { decodeCaptions } from '@video-forge/contract/captions/decode-captions'
import { languageInFileName } from '@video-forge/contract/captions/language-in-file-name'
import { lineSentence, parseCaptions } from '@video-forge/contract/captions/parse-captions'

/** A chosen file, before it is added. */
export interface CaptionDraft {
  key: number
  name: string
  /** Guessed from the name; empty if there is nothing to guess from. */
  language: string
  content: string
  count: number
  /** What was repaired or left out. */
  notes: readonly string[]
  /** Why it cannot be added, with the number of the line. */
  problem: string | undefined
}

let lastKey = 0

/** Reads a file in any usual encoding and checks it as the server does. */
export async function readCaptionFile(file: File): Promise<CaptionDraft> {
  const draft = { key: ++lastKey, name: file.name, language: languageInFileName(file.name) ?? '', content: '', count: 0, notes: [] }
  if (file.size > captionRules.maxBytes) return { ...draft, problem: captionsTooLarge }
  const content = decodeCaptions(new Uint8Array(await file.arrayBuffer()))
  const parsed = parseCaptions(content)
  if ('problem' in parsed) return { ...draft, problem: lineSentence(parsed.problem) }
  return { ...draft, content, count: parsed.cues.length, notes: parsed.notes.map(lineSentence), problem: undefined }
}
