import * as z from 'zod'
import { answer, endpoint, exportId, id } from './endpoint.ts'
import { exportRules, exportStatuses } from './rules/export-rules.ts'

const moment = z.iso.datetime()

const accountExport = z
  .object({
    /** Also that of its task, which says how far it is and what was left out. */
    id,
    status: z.enum(exportStatuses),
    hasRenditions: z.boolean(),
    /** Of the whole archive; null until it is ready. */
    bytes: z.number().nullable(),
    filename: z.string(),
    /** A tar archive, with ranges; null unless it is ready. */
    downloadUrl: z.string().nullable(),
    createdAt: moment,
    /** Null until it is ready. */
    expiresAt: moment.nullable(),
  })
  .meta({ id: 'Export' })
export type AccountExport = z.infer<typeof accountExport>

const one = z.object({ id: exportId })

/** All videos of the caller as one archive; docs/developers/archive.md describes it. */
export const exportEndpoints = {
  'GET /account/exports': endpoint({
    summary: 'Your exports, newest first, and how large a new one would be',
    access: 'signed-in',
    scope: 'read',
    output: answer({
      exports: z.array(accountExport),
      size: z.object({ videoCount: z.number(), originalBytes: z.number(), renditionBytes: z.number() }),
    }),
    errors: [],
  }),
  'POST /account/exports': endpoint({
    summary: `Prepare an archive of all your videos; it can be downloaded for ${exportRules.keptDays} days`,
    access: 'signed-in',
    scope: 'manage',
    body: z.object({
      /** Whether the made qualities come along with the originals. */
      renditions: z.boolean().default(false),
    }),
    status: 202,
    output: answer({ export: accountExport }),
    errors: ['CONFLICT'],
  }),
  'GET /account/exports/{id}': endpoint({
    summary: 'One of your exports; its link is made anew with each call',
    access: 'signed-in',
    scope: 'read',
    params: one,
    output: answer({ export: accountExport }),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /account/exports/{id}': endpoint({
    summary: 'Delete an export; its link ends',
    access: 'signed-in',
    scope: 'manage',
    params: one,
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND'],
  }),
}
