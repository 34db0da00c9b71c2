import type { OutputFormat } from './formats.ts'

/** Which qualities an admin may drop because nobody plays them; see decision 38. */
export const unusedRules = {
  /** Only a tallest quality, and only of these formats: what is smaller frees little. */
  formats: ['4k', '1080p'],
  /** Only so many of the largest are looked at: each is compared with its plays, and nobody drops more at once. */
  maxSeen: 10_000,
  /** For how long nobody must have played it. */
  minDays: 30,
  maxDays: 365,
  dayChoices: [30, 90, 180, 365],
} as const satisfies { formats: readonly OutputFormat[]; dayChoices: readonly number[]; [limit: string]: unknown }
