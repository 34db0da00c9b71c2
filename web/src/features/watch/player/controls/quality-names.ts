import { type Quality, qualityLabel } from '@video-forge/contract/rules/video-rules'

/** What a person can choose: a fixed quality, or the one that fits the connection at each moment. */
export type Choice = 'auto' | Quality

export const qualityName = (choice: Choice): string => (choice === 'auto' ? 'Auto' : qualityLabel(choice))
