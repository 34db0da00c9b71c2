import * as z from 'zod'
import { tagKey } from './text/tags.ts'

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'Use a date such as 2026-01-31' })

/** Which of a person's videos are meant: those to which all of it applies. */
export const videoFilterFields = {
  /** Words, each somewhere in the title, description, tags or file name. Neither case nor accents count. */
  q: z.string().trim().normalize().max(200).optional(),
  /** Without case and accents, as in the gallery. What is no tag would otherwise mean every video. */
  tag: z
    .string()
    .max(200)
    .refine((given) => given.trim() === '' || tagKey(given) !== '', 'This is not a tag')
    .transform(tagKey)
    .optional(),
  visibility: z.enum(['public', 'private']).optional(),
  /** Made before this day or moment. */
  before: moment.optional(),
  /** Made on this day or moment, or after it. */
  after: moment.optional(),
}
