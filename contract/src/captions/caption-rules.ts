/** Where captions come from: a file of the owner, the video file itself, or a program that listened to it. */
export const captionSources = ['uploaded', 'embedded', 'automatic'] as const
export type CaptionSource = (typeof captionSources)[number]

export const captionRules = {
  /** Of a file, as UTF-8. A film of two hours has 0.1 MB. */
  maxBytes: 2 * 1024 * 1024,
  maxPerVideo: 50,
  labelMaxLength: 60,
  /** A body as JSON, where a letter takes up to six characters. */
  maxBodyBytes: 8 * 1024 * 1024,
} as const

export const transcriptionStatuses = ['waiting', 'running', 'failed'] as const

/** Whether automatic captions are waiting or being made. */
export const isUnderway = (transcription: { status: (typeof transcriptionStatuses)[number] } | null | undefined): boolean =>
  !!transcription && transcription.status !== 'failed'

/** Content types of a caption file that is sent as it is. */
export const captionFileTypes = ['text/vtt', 'application/x-subrip', 'text/srt', 'text/plain'] as const

export const captionsTooLarge = 'The file is larger than 2 MB. Captions of a whole film have a tenth of that.'
export const tooManyCaptions = `A video can have at most ${captionRules.maxPerVideo} captions. Delete some first.`
export const captionsChanged = 'Somebody else, or another tab, has changed these captions meanwhile.'
