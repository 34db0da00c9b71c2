import * as z from 'zod'
import { answer, endpoint, fileAnswer, id } from '../endpoint.ts'
import { reportFormats } from '../rules/admin-rules.ts'
import { outputFormats } from '../rules/formats.ts'
import { limits } from '../rules/limits.ts'
import { videoCodecs } from '../rules/reencode-rules.ts'
import { unusedRules } from '../rules/unused-rules.ts'
import { bytes, choice, count, flag, moment } from './admin-fields.ts'

const amount = z.object({ files: count, bytes })
const storageStats = z
  .object({
    bucket: z.object({ totalSize: z.number(), totalSizeMB: z.number(), totalFiles: count, totalBytes: bytes, bucketName: z.string() }),
    assets: z.object({ total: count, recent: count, bytes }),
    /** When the files in storage were last counted. */
    lastUpdated: moment,
    byPrefix: z.array(amount.extend({ name: z.string() })),
    byKind: z.array(amount.extend({ kind: z.string() })),
    byUser: z.array(amount.extend({ userId: id, username: z.string(), email: z.string() })),
    trash: amount,
    disk: z.object({ free: bytes, total: bytes }).nullable(),
  })
  .meta({ id: 'StorageStats' })
export type StorageStats = z.infer<typeof storageStats>

const found = z.object({ name: z.string(), bytes, reason: z.string() })
const tempResult = z.object({ deletedCount: count, freedSpace: bytes, dryRun: z.boolean(), items: z.array(found) })
export type TempResult = z.infer<typeof tempResult>

const optimizeResult = z.object({
  orphanedFiles: count,
  freedSpace: bytes,
  /** Rows without a file. */
  missingFiles: count,
  compression: z.object({ compressedCount: count, savedBytes: bytes, reason: z.string() }),
  dryRun: z.boolean(),
  /** False if the call reached its limit; the next call continues. */
  complete: z.boolean(),
  items: z.array(found),
})
export type OptimizeResult = z.infer<typeof optimizeResult>

const trashItem = z.object({
  id,
  kind: z.enum(['file', 'temp', 'row']),
  name: z.string(),
  bytes,
  reason: z.string(),
  removedAt: moment,
  removedBy: z.string(),
  goesAt: moment,
})
export type TrashItem = z.infer<typeof trashItem>

const unusedQuality = z
  .object({
    videoId: id,
    title: z.string(),
    /** Of the owner. */
    username: z.string(),
    format: z.enum(outputFormats),
    /** H.264: the quality. AV1: the version that stayed when the quality was dropped before. */
    codec: z.enum(videoCodecs),
    /** What is freed: the quality, and its version in AV1 if there is one that nobody plays either. */
    bytes,
    av1Bytes: bytes,
    /** Whether its version in AV1 stays, because somebody plays that. */
    keepsAv1: z.boolean(),
    /** The tallest quality without it, in H.264. */
    remaining: z.enum(outputFormats),
    /** The last day on which what goes was played, in UTC; of days that are only known by their month, the last of the month. Null if none is known. */
    lastPlayed: z.iso.date().nullable(),
    /** Whether it can be made again: the original is stored and large enough. */
    canBeMade: z.boolean(),
  })
  .meta({ id: 'UnusedQuality' })
export type UnusedQuality = z.infer<typeof unusedQuality>

const dryRunBody = z.object({ dryRun: z.boolean().default(false) }).nullish()

export const adminStorageEndpoints = {
  'GET /admin/storage/stats': endpoint({
    summary: 'Storage use in total, by kind and by user',
    access: 'admin',
    scope: 'admin',
    output: answer({ result: storageStats }),
    errors: [],
  }),
  'POST /admin/storage/cleanup-temp': endpoint({
    summary: 'Move temporary files older than 24 hours to the trash; a dry run only lists them',
    access: 'admin',
    scope: 'admin',
    body: dryRunBody,
    output: answer({ result: tempResult }),
    errors: [],
  }),
  'POST /admin/storage/optimize': endpoint({
    summary: 'Move files without rows and rows without files to the trash; a dry run only lists them',
    access: 'admin',
    scope: 'admin',
    body: dryRunBody,
    output: answer({ result: optimizeResult }),
    errors: ['CONFLICT'],
  }),
  'GET /admin/storage/report': endpoint({
    summary: 'Storage report of a period as a file, with daily growth',
    access: 'admin',
    scope: 'admin',
    query: z.object({
      format: z.enum(reportFormats).default('json'),
      period: z.coerce.number().int().min(1).max(366).default(limits.reportDays),
    }),
    output: fileAnswer,
    file: ['application/json', 'text/csv'],
    errors: [],
  }),
  'GET /admin/storage/unused-qualities': endpoint({
    summary: `Tallest qualities that nobody plays, of the ${unusedRules.maxSeen.toLocaleString('en')} largest; POST /videos/bulk drops them`,
    access: 'admin',
    scope: 'admin',
    query: z.object({
      days: z.coerce.number().int().min(unusedRules.minDays).max(unusedRules.maxDays).default(unusedRules.minDays),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({
      items: z.array(unusedQuality),
      total: count,
      /** What all of them would free. */
      bytes,
      /** There are more of these qualities than the largest, which were looked at. */
      isPartial: z.boolean(),
      /** The first day from which plays are known, in UTC; null before the first. As long as it is later than so many days ago, nothing is listed. */
      countedSince: z.iso.date().nullable(),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'GET /admin/storage/trash': endpoint({
    summary: 'Items that clean-ups removed in the last 7 days',
    access: 'admin',
    scope: 'admin',
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50), cursor: z.string().max(200).optional() }),
    output: answer({ items: z.array(trashItem), total: count, bytes, nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'POST /admin/storage/trash/restore': endpoint({
    summary: 'Restore items from the trash',
    access: 'admin',
    scope: 'admin',
    body: z.object({ ids: choice }),
    output: answer({ result: z.object({ restored: count, refused: count }) }),
    errors: [],
  }),
  'DELETE /admin/storage/trash': endpoint({
    summary: 'Empty the trash permanently',
    access: 'admin',
    scope: 'admin',
    query: z.object({ dryRun: flag }),
    output: answer({ result: z.object({ deletedCount: count, freedSpace: bytes, dryRun: z.boolean() }) }),
    errors: [],
  }),
}
