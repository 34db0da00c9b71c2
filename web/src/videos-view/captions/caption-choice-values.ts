import type { CaptionChoice } from '@video-forge/contract/captions/caption-choice'
import { normalizeLanguage } from '@video-forge/contract/captions/languages'
import type { VideoDetails } from '@video-forge/contract/gallery'

/** What an owner decides about the automatic captions of a video, as in a form. */
export interface CaptionChoiceValues {
  captions: CaptionChoice
  /** What is spoken; empty leaves it to the file and to the site. */
  language: string
}

export const noCaptionChoice: CaptionChoiceValues = { captions: 'auto', language: '' }

/** A server of the version before knows no choice. */
export const captionChoiceOf = (choice: VideoDetails['captionChoice'] | undefined): CaptionChoiceValues =>
  choice ? { captions: choice.captions, language: choice.language ?? '' } : noCaptionChoice

/** What to send: only what is not as before. */
export const changedCaptionChoice = ({ captions, language }: CaptionChoiceValues, before = noCaptionChoice) => ({
  ...(captions !== before.captions && { captions }),
  ...(language !== before.language && { language: language || null }),
})

/** From local storage, which may contain anything. */
export function readCaptionChoice(value: unknown): CaptionChoiceValues {
  const { captions, language }: Partial<Record<string, unknown>> = typeof value === 'object' ? { ...value } : {}
  return {
    captions: captions === 'off' ? 'off' : 'auto',
    language: (typeof language === 'string' && normalizeLanguage(language)) || '',
  }
}
