import { reencodeStatuses } from '@video-forge/contract/rules/reencode-rules'
import * as z from 'zod'
import type { Cache } from '../platform/cache/cache.ts'
import type { Db } from '../platform/database/database.ts'
import { type ReencodeSums, sumReencodes } from './reencode-sums.ts'

const key = 'reencode-sums'
/** They read a row for each quality that was looked at; a page and Prometheus ask every 15 seconds. */
const keptSeconds = 60

const stored = z.object({
  counts: z.record(z.enum(reencodeStatuses), z.number()),
  published: z.object({ bytes: z.number(), bytesBefore: z.number(), bytesInH264: z.number(), videos: z.number() }),
  cpuSeconds: z.number(),
})

export interface SumsDeps {
  db: Db
  cache: Pick<Cache, 'get' | 'set' | 'delete'>
}

/** What was made, as it was at most a minute ago. */
export async function readSums({ db, cache }: SumsDeps): Promise<ReencodeSums> {
  const text = await cache.get(key)
  if (text !== undefined) return stored.parse(JSON.parse(text))
  const sums = await sumReencodes(db)
  await cache.set(key, JSON.stringify(sums), keptSeconds)
  return sums
}

export const forgetSums = ({ cache }: Pick<SumsDeps, 'cache'>): Promise<void> => cache.delete(key)
