import type { CaptionChoice } from '@video-forge/contract/captions/caption-choice'

/** What the owner of a video decides about its automatic captions. */
export interface CaptionWish {
  captions?: CaptionChoice | undefined
  /** What is spoken; null leaves it to the file and to the site. */
  language?: string | null | undefined
}

/** The same as columns of the video. What is omitted stays as it is. */
export const captionWishColumns = ({ captions, language }: CaptionWish) => ({
  ...(captions !== undefined && { auto_captions: captions === 'auto' }),
  ...(language !== undefined && { spoken_language: language }),
})
