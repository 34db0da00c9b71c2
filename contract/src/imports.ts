import * as z from 'zod'
import { answer, endpoint, taskId } from './endpoint.ts'
import { defaultFormats, outputFormats } from './rules/formats.ts'
import { importKinds, importRules, importVisibilities, subfolderUses } from './rules/import-rules.ts'
import { limits } from './rules/limits.ts'
import { task, taskItem } from './tasks.ts'

const address = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(importRules.maxAddress, 'The address is too long.')

const token = z.string().trim().min(1).max(4096).optional()

const shared = {
  visibility: z.enum(importVisibilities).default('keep'),
  formats: z
    .array(z.enum(outputFormats))
    .min(1)
    .default([...defaultFormats]),
  /** All of them also go into a playlist with this title, which is made if you have none. */
  playlist: z.string().trim().normalize().max(limits.titleMaxLength).optional(),
}

const importRequest = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('urls'),
      /** One address in each line, or CSV with the columns url, title, description, tags, date, visibility in any order. */
      list: z
        .string({ error: 'Paste addresses, or choose a CSV file.' })
        .min(1, 'Paste addresses, or choose a CSV file.')
        .max(importRules.maxList),
      ...shared,
    }),
    z.object({ kind: z.literal('feed'), url: address('Enter the address of the feed.'), ...shared }),
    z.object({
      kind: z.literal('peertube'),
      /** A site, an account, a channel or a video. */
      url: address('Enter the address of the PeerTube site, account or channel.'),
      /** An access token of PeerTube, for videos that are not public. It is stored encrypted and never returned. */
      token,
      ...shared,
    }),
    z.object({
      kind: z.literal('mediacms'),
      /** A site, a person or a video. */
      url: address('Enter the address of the MediaCMS site.'),
      token,
      ...shared,
    }),
    z.object({
      kind: z.literal('archive'),
      /** The link of an export of a Video Forge account, or a copy of the archive on a server that answers ranges. */
      url: address('Enter the link of the export.'),
      ...shared,
    }),
    z.object({
      kind: z.literal('folder'),
      /** Inside IMPORT_DIR or WATCH_DIR. */
      path: z.string().max(4096).default(''),
      subfolders: z.enum(subfolderUses).default('tags'),
      ...shared,
    }),
    z.object({
      kind: z.literal('s3'),
      endpoint: z.url({ protocol: /^https?$/, error: 'The endpoint must be a web address.' }).optional(),
      bucket: z.string({ error: 'Enter the name of the bucket.' }).trim().min(1, 'Enter the name of the bucket.').max(255),
      prefix: z.string().max(1024).default(''),
      region: z.string().trim().min(1).max(100).default('us-east-1'),
      accessKeyId: z.string({ error: 'Enter the access key.' }).trim().min(1, 'Enter the access key.').max(200),
      secretAccessKey: z.string({ error: 'Enter the secret key.' }).trim().min(1, 'Enter the secret key.').max(200),
      pathStyle: z.boolean().default(false),
      subfolders: z.enum(['tags', 'nothing']).default('tags'),
      ...shared,
    }),
  ],
  { error: `Choose what to import from: ${importKinds.join(', ')}.` },
)
export type ImportRequest = z.infer<typeof importRequest>

const previewItem = z
  .object({
    source: z.string(),
    title: z.string(),
    date: z.iso.datetime().nullable(),
    visibility: z.enum(['public', 'private']),
    bytes: z.number().nullable(),
    seconds: z.number().nullable(),
  })
  .meta({ id: 'ImportPreviewItem' })

const importPreview = z
  .object({
    count: z.number(),
    /** There may be more: the source is too large to be read to its end. */
    isAtLeast: z.boolean(),
    /** Of the items that say it; null if none does. */
    bytes: z.number().nullable(),
    seconds: z.number().nullable(),
    /** You have imported these already; they are left out. */
    duplicates: z.number(),
    /** What cannot be imported, and why. */
    skipped: z.object({ count: z.number(), items: z.array(z.object({ source: z.string(), reason: z.string() })) }),
    items: z.array(previewItem),
  })
  .meta({ id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof importPreview>

const fileName = z
  .string()
  .min(1)
  .max(255, 'The name of a file is too long.')
  .meta({ examples: ['harbour.en.srt'] })

const localFile = z.object({
  /** From the imported folder to the file, with `/` between the names. */
  path: z.string({ error: 'Name the file.' }).min(1, 'Name the file.').max(4096),
  modifiedAt: z.iso.datetime({ offset: true, error: 'Say when the file was changed last, as 2019-05-01T12:00:00Z.' }),
  /** What the names of its folders become. */
  subfolders: z.enum(subfolderUses).default('tags'),
  visibility: z.enum(importVisibilities).default('keep'),
  /** Files of the same folder whose names begin like that of the video, the texts (.txt, .description, .json, .nfo) with their bytes as base64. A .json without them makes the video private: it may have said so. */
  beside: z
    .array(z.object({ name: fileName, bytes: z.base64({ error: 'The bytes of a file must be base64.' }).optional() }))
    .max(importRules.maxBeside, `At most ${importRules.maxBeside} files belong to a video.`)
    .default([]),
})
export type LocalFile = z.infer<typeof localFile>

const describedFile = z
  .object({
    title: z.string(),
    description: z.string(),
    tags: z.array(z.string()),
    /** As the files beside it say, or when it was changed last. */
    createdAt: z.iso.datetime(),
    visibility: z.enum(['public', 'private']),
    chapters: z.array(z.object({ start: z.number(), title: z.string() })),
    captions: z.array(z.object({ name: fileName, language: z.string(), label: z.string().nullable(), isDefault: z.boolean() })),
    /** Of an export: what to set with `PATCH /gallery/videos/{id}` after the upload. Until then the video has to be private. */
    settings: z
      .object({
        allowDownload: z.boolean().optional(),
        showViews: z.boolean().optional(),
        showHeat: z.boolean().optional(),
        embedDomains: z.array(z.string()).optional(),
        language: z.string().optional(),
        visibility: z.enum(['public', 'private']),
      })
      .nullable(),
    /** What its owner should know, as sentences. */
    notes: z.array(z.string()),
    /** The name of the file for its thumbnail; null if there is none. */
    picture: z.string().nullable(),
    /** The title of the playlist that it goes into; null if into none. */
    playlist: z.string().nullable(),
  })
  .meta({ id: 'DescribedFile' })
export type DescribedFile = z.infer<typeof describedFile>

/** The same as its task, with the first items of its report. */
const importTask = task.extend({ items: z.array(taskItem) }).meta({ id: 'Import' })

const errors = ['INVALID_SOURCE'] as const
const one = z.object({ id: taskId })

export const importEndpoints = {
  'POST /imports/preview': endpoint({
    summary: 'What an import would do: how many videos, bytes and hours, and what you have already',
    access: 'signed-in',
    scope: 'upload',
    body: importRequest,
    maxBodyBytes: 4 * 1024 * 1024,
    output: answer({ preview: importPreview }),
    errors: [...errors],
  }),
  'POST /imports/describe': endpoint({
    summary:
      'What an import makes of a file of your own machine, from its name, its folders and the files beside it. Nothing is stored: upload it with these',
    access: 'signed-in',
    scope: 'upload',
    body: localFile,
    maxBodyBytes: importRules.maxBesideBytes,
    output: answer({ file: describedFile }),
    errors: ['WRONG_TYPE'],
  }),
  'POST /imports': endpoint({
    summary: 'Import videos from another place; what you have imported already is left out. Folders and S3 are for admins',
    access: 'signed-in',
    scope: 'upload',
    body: importRequest,
    maxBodyBytes: 4 * 1024 * 1024,
    status: 202,
    output: answer({ import: importTask }),
    errors: [...errors, 'CONFLICT'],
  }),
  'GET /imports': endpoint({
    summary: 'Your imports, newest first',
    access: 'signed-in',
    scope: 'read',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), cursor: z.string().max(200).optional() }),
    output: answer({ imports: z.array(task), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'GET /imports/{id}': endpoint({
    summary: 'How far an import is, with the first 100 items of its report; GET /tasks/{id}/items has all of them',
    access: 'signed-in',
    scope: 'read',
    params: one,
    output: answer({ import: importTask }),
    errors: ['NOT_FOUND'],
  }),
  'POST /imports/{id}/cancel': endpoint({
    summary: 'End an import; the videos it has imported stay',
    access: 'signed-in',
    scope: 'upload',
    params: one,
    output: answer({ import: importTask }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'GET /imports/sources': endpoint({
    summary: 'From where you may import, and for admins the folders of the server',
    access: 'signed-in',
    scope: 'read',
    output: answer({ kinds: z.array(z.enum(importKinds)), folders: z.array(z.string()) }),
    errors: [],
  }),
}
