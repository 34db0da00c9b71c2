import * as z from 'zod'
import { language } from './captions/caption-choice.ts'
import { answer, endpoint } from './endpoint.ts'
import { tags, visibility } from './gallery.ts'
import { bulkRules } from './rules/bulk-rules.ts'
import { outputFormats } from './rules/formats.ts'
import { jobGroups, jobStatuses } from './rules/jobs/job-lifecycle.ts'
import { unusedRules } from './rules/unused-rules.ts'
import { sentences } from './sentences.ts'
import { task } from './tasks.ts'
import { videoFilterFields } from './video-filter.ts'

const action = <Name extends string>(name: Name) => z.literal(name)
const someTags = tags.refine((given) => given.length > 0, 'At least one tag is required')
const ofPlaylist = { playlistId: z.uuid().toLowerCase() }

const change = z.discriminatedUnion('action', [
  z.object({ action: action('visibility'), visibility }),
  z.object({ action: action('add-tags'), tags: someTags }),
  z.object({ action: action('remove-tags'), tags: someTags }),
  z.object({ action: action('add-to-playlist'), ...ofPlaylist }),
  z.object({ action: action('remove-from-playlist'), ...ofPlaylist }),
  /** Those that are missing; a quality above that of the original is never made. */
  z.object({ action: action('make-formats'), formats: z.array(z.enum(outputFormats)).min(1, sentences.formatRequired) }),
  z.object({ action: action('make-captions'), language: language.optional() }),
  /**
   * For admins: deletes the tallest quality for good, if it is 1080p or 4K, nobody has played it for so many days, and a smaller one stays. A
   * filter chooses those that `GET /admin/storage/unused-qualities` lists.
   */
  z.object({ action: action('drop-quality'), unusedDays: z.number().int().min(unusedRules.minDays).max(unusedRules.maxDays) }),
  /** For admins. `owner` is the username or the e-mail address of the new one. */
  z.object({ action: action('change-owner'), owner: z.string().trim().min(1).max(254) }),
  /** Into the trash. */
  z.object({ action: action('delete') }),
  z.object({ action: action('restore') }),
  /** For good, of videos in the trash. */
  z.object({ action: action('erase') }),
])

const filter = z.object({
  /** For admins: the videos of all people, as in their list of jobs, or in the trash. */
  everyone: z.boolean().default(false),
  /** With `everyone`, or of the trash: text in the title, the source, the owner or the id. */
  search: z.string().trim().max(200).optional(),
  /** DRAFT is an upload without a job. */
  status: z.enum([...jobStatuses, ...jobGroups, 'DRAFT']).optional(),
  ...videoFilterFields,
})
export type BulkFilter = z.infer<typeof filter>

const bulkRequest = z
  .object({
    ids: z
      .array(z.uuid().toLowerCase())
      .min(1, 'Choose at least one video')
      .max(bulkRules.maxIds, `At most ${bulkRules.maxIds} videos can be named in one call; use a filter for more`)
      .optional(),
    /** All videos that match when the call is made. Of the trash, where the change is for videos there; it has no other conditions than `everyone` and `search` then. */
    filter: filter.optional(),
    /** The videos that this earlier task has changed, for instance to restore what it has deleted. */
    task: z.uuid().toLowerCase().optional(),
    change,
  })
  .refine(({ ids, filter: chosen, task: earlier }) => [ids, chosen, earlier].filter((each) => each !== undefined).length === 1, {
    path: ['ids'],
    error: 'Name the videos by one of ids, filter and task',
  })
export type BulkRequest = z.infer<typeof bulkRequest>

export const bulkEndpoints = {
  'POST /videos/bulk': endpoint({
    summary: `Change up to ${bulkRules.maxVideos.toLocaleString('en')} videos in the background; the task says what was done with each`,
    access: 'signed-in',
    scope: 'manage',
    body: bulkRequest,
    status: 202,
    output: answer({ task }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
