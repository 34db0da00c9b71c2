import type { Quality } from '@video-forge/contract/rules/video-rules'

/** What a person can choose: a fixed quality, or the one that fits the connection at each moment. */
export type Choice = 'auto' | Quality

export function qualityName(choice: Choice): string {
  if (choice === 'auto') return 'Auto'
  if (choice === 'original') return 'Original'
  return choice === '4k' ? '4K' : choice
}
