import type { VideoCodec } from '@video-forge/contract/rules/reencode-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { wholeSite } from '../../platform/database/whole-site.ts'

/** Bytes of renditions that were served in each codec, and how many more they would have been in H.264 alone. */
export interface Served extends Record<VideoCodec, number> {
  saved: number
}

/** Since bytes are counted, for one video or the whole site. */
export async function readServed(db: Db, subject: string = wholeSite): Promise<Served> {
  const { rows } = await sql<{ codec: VideoCodec; bytes: number; saved: number }>`
    select codec, sum(bytes)::float8 as bytes, sum(saved)::float8 as saved from play_bytes where subject = ${subject} group by codec`.execute(
    db,
  )
  const bytesOf = (codec: VideoCodec) => rows.find((row) => row.codec === codec)?.bytes ?? 0
  return { h264: bytesOf('h264'), av1: bytesOf('av1'), saved: rows.reduce((sum, { saved }) => sum + saved, 0) }
}

/** For Prometheus. */
export async function servedGauges(db: Db) {
  const { saved, ...bytes } = await readServed(db)
  return [
    {
      name: 'video_forge_served_bytes',
      help: 'Bytes of qualities that were served, by codec',
      values: Object.entries(bytes).map(([codec, value]) => ({ labels: { codec }, value })),
    },
    {
      name: 'video_forge_served_bytes_saved',
      help: 'Bytes that AV1 saved against the same qualities in H.264',
      values: [{ labels: {}, value: saved }],
    },
  ]
}
