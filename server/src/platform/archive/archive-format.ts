import { captionSources } from '@video-forge/contract/captions/caption-rules'
import { z } from 'zod'
import { isUuid } from '../database/uuid.ts'

/** The form of the JSON files of an archive; docs/developers/archive.md describes it. Fields may be added in a version, never changed. */
export const archiveVersion = 1
export const archiveFormat = 'video-forge-export'

const moment = z.iso.datetime()
const size = z.number().int().nonnegative()

export const accountRecord = z.object({
  format: z.literal(archiveFormat),
  version: z.number().int(),
  exportedAt: moment,
  /** The address of the site that it comes from. */
  site: z.string(),
  account: z.object({ username: z.string(), email: z.string(), createdAt: moment }),
  videoCount: z.number().int(),
  hasRenditions: z.boolean(),
})
export type AccountRecord = z.infer<typeof accountRecord>

/** A file beside its record. */
const file = z.object({ name: z.string().regex(/^[\w.-]+$/), size })

export const videoRecord = z.object({
  version: z.number().int(),
  /** As on the site that it comes from. */
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  chapters: z.array(z.object({ start: z.number(), title: z.string() })),
  visibility: z.enum(['public', 'private']),
  /** It asks for a password, which is not in the archive. */
  hasPassword: z.boolean(),
  embedDomains: z.array(z.string()),
  allowDownload: z.boolean(),
  showViews: z.boolean(),
  showHeat: z.boolean(),
  /** What is spoken, as its owner said. BCP 47. */
  language: z.string().nullable(),
  createdAt: moment,
  updatedAt: moment,
  /** Seconds. */
  duration: z.number().nullable(),
  resolution: z.string().nullable(),
  /** The formats that were asked for. */
  formats: z.array(z.string()),
  statistics: z.object({ views: z.number().int(), watchSeconds: z.number() }),
  original: file
    .extend({
      /** The name under which it was uploaded. */
      uploadedAs: z.string().nullable(),
      /** See docs/decisions/0035-same-bytes-once.md; null when it is not known. */
      contentHash: z.string().nullable(),
    })
    .nullable(),
  thumbnail: file.extend({ isChosen: z.boolean() }).nullable(),
  captions: z.array(
    file.extend({
      language: z.string(),
      label: z.string(),
      /** What is not known counts as written by a person. */
      source: z.enum(captionSources).catch('uploaded'),
      isDefault: z.boolean(),
      /** Missing in older archives. */
      isReviewed: z.boolean().optional(),
    }),
  ),
  renditions: z.array(file.extend({ format: z.string(), resolution: z.string().nullable() })),
})
export type VideoRecord = z.infer<typeof videoRecord>

export const playlistRecord = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  visibility: z.enum(['public', 'private', 'link']),
  kind: z.enum(['list', 'watch-later']),
  createdAt: moment,
  /** The ids of its videos in their order. Those of other people are not in the archive. One mistake for all that are wrong. */
  videoIds: z.custom<string[]>((value) => Array.isArray(value) && value.every((each) => typeof each === 'string' && isUuid(each))),
})
export interface PlaylistsRecord {
  version: number
  playlists: z.infer<typeof playlistRecord>[]
}

/** The names of the files with fixed names. */
export const recordNames = { account: 'account.json', playlists: 'playlists.json', video: 'video.json' } as const
