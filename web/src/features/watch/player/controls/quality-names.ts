import type { Quality } from '@video-forge/contract/rules/video-rules'

/** A fixed quality, or 'auto' for one that adapts to the connection. */
export type Choice = 'auto' | Quality

export function qualityName(choice: Choice): string {
  if (choice === 'auto') return 'Auto'
  if (choice === 'original') return 'Original'
  return choice === '4k' ? '4K' : choice
}
