import type { Caption } from '@video-forge/contract/captions'

/** Made by a program, and nobody has corrected it. */
export const isAutomatic = ({ source, isReviewed }: Pick<Caption, 'source' | 'isReviewed'>): boolean =>
  source === 'automatic' && !isReviewed
