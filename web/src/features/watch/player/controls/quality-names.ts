import { type Quality, qualityLabel } from '@video-forge/contract/rules/video-rules'

/** A fixed quality, or 'auto' for one that adapts to the connection. */
export type Choice = 'auto' | Quality

export const qualityName = (choice: Choice): string => (choice === 'auto' ? 'Auto' : qualityLabel(choice))
