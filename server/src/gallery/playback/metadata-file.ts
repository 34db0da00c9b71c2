import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'

interface CodecFacts {
  h264Stored: number
  av1Stored: number
  h264Served: number
  av1Served: number
  saved: number
  cpuSeconds: number
  qualities: { format: string; status: string }[]
}

/** What each codec stores, serves and saves of a video; undefined as long as AV1 was not looked at. */
async function readCodecs(db: Db, videoId: string) {
  const { rows } = await sql<CodecFacts>`
    select
      (select coalesce(sum(file_size), 0)::float8 from assets where job_id = ${videoId} and asset_type like 'TRANSCODE_%') as "h264Stored",
      coalesce(sum(bytes) filter (where status = 'published'), 0)::float8 as "av1Stored",
      coalesce(sum(cpu_seconds), 0) as "cpuSeconds",
      (select coalesce(sum(bytes) filter (where codec = 'h264'), 0)::float8 from play_bytes where subject = ${videoId}) as "h264Served",
      (select coalesce(sum(bytes) filter (where codec = 'av1'), 0)::float8 from play_bytes where subject = ${videoId}) as "av1Served",
      (select coalesce(sum(saved), 0)::float8 from play_bytes where subject = ${videoId}) as saved,
      json_agg(json_build_object('format', format, 'status', status, 'reason', reason, 'bytes', bytes, 'bytesInH264', bytes_before, 'crf', crf,
        'ssim', ssim, 'ssimInH264', ssim_before, 'cpuSeconds', cpu_seconds) order by format) as qualities
    from reencodes where job_id = ${videoId} having count(*) > 0`.execute(db)
  const [facts] = rows
  return (
    facts && {
      stored: { h264: facts.h264Stored, av1: facts.av1Stored },
      served: { h264: facts.h264Served, av1: facts.av1Served, saved: facts.saved },
      cpuSeconds: facts.cpuSeconds,
      av1: facts.qualities,
    }
  )
}

/** Qualities that an admin has dropped since the job wrote the file. */
async function readDropped(db: Db, videoId: string): Promise<string[]> {
  const { rows } = await sql<{ dropped: string[] | null }>`
    select details -> 'dropped' as dropped from assets where job_id = ${videoId} and asset_type = 'METADATA_JSON'`.execute(db)
  return rows[0]?.dropped ?? []
}

/**
 * The metadata file with what is known by now of the codecs and of dropped qualities. The stored one is as old as the job; undefined where it
 * says all there is to say.
 */
export async function currentMetadata(db: Db, storage: Pick<Storage, 'get'>, videoId: string, key: string): Promise<string | undefined> {
  const codecs = await readCodecs(db, videoId)
  const dropped = await readDropped(db, videoId)
  const body = codecs || dropped.length > 0 ? await storage.get(key) : undefined
  if (!body) return undefined
  const written = JSON.parse(await text(body.stream))
  const { measured } = written
  return JSON.stringify(
    {
      ...written,
      ...(dropped.length > 0 && {
        measured: { ...measured, renditions: measured?.renditions?.filter(({ format }: { format: string }) => !dropped.includes(format)) },
        dropped,
      }),
      codecs,
    },
    null,
    2,
  )
}
