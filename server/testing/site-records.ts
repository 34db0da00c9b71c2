import { Pool } from 'pg'
import type { PostgresConnection } from '../src/platform/database/connection.ts'

export interface JobRecord {
  id: string
  status: string
  progress: number
  attempts: number
  error_text: string | null
}

export interface AssetRecord {
  job_id: string
  asset_type: string
  storage_key: string
  file_size: number
}

export type SiteRecords = ReturnType<typeof openRecords>

/** The rows of a site, read directly from the database. */
export function openRecords(connection: PostgresConnection) {
  const pool = new Pool({ ...connection, max: 2, idleTimeoutMillis: 500 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const rows = async <Row extends object>(query: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(query, values)).rows

  return {
    job: async (id: string) =>
      (await rows<JobRecord>('select id, status, progress, attempts, error_text from jobs where id = $1', [id])).at(0),
    jobs: () => rows<JobRecord>('select id, status, progress, attempts, error_text from jobs order by id'),
    assets: async () =>
      (await rows<AssetRecord>('select job_id, asset_type, storage_key, file_size from assets')).map((row) => ({
        ...row,
        file_size: Number(row.file_size),
      })),

    /** How often each job has ended, by its timeline. */
    ends: () =>
      rows<{ job_id: string; ends: string[] }>(
        `select job_id, array_agg(status order by id) as ends from job_events
         where kind = 'status' and status in ('COMPLETED', 'FAILED', 'CANCELLED') group by job_id`,
      ),

    /** Every storage key in any row, in a column or in the details of an asset. */
    async namedKeys(): Promise<Set<string>> {
      const named = await rows<{ key: string }>(
        `select original_key as key from videos where original_key is not null
         union select original_key from replacements
         union select unnest(files) from trashed_videos
         union select unnest(array[thumbnail_key, chosen_card(thumbnail_key)]) from videos where thumbnail_key is not null
         union select storage_key from assets
         union select details ->> 'track' from assets where details ? 'track'
         union select details ->> 'card' from assets where details ? 'card'
         union select details #>> '{av1,key}' from assets where details ? 'av1'
         union select kept.value #>> '{av1,key}' from assets, jsonb_each(details -> 'taller') as kept
         union select key from reencode_parts where key is not null
         union select unnest(array[s3_key, id::text, id || '.info', id || '.part']) from uploads where confirmed_at is null
         union select trash_key from trash where trash_key is not null`,
      )
      return new Set(named.map(({ key }) => key))
    },

    /** Frames of a job that are finished and need not be encoded again. */
    keptFrames: async (id: string) =>
      (
        await rows<{ frames: number }>(
          `select coalesce(sum((checkpoint ->> 'frames')::int), 0)::int as frames
           from job_parts, jsonb_array_elements(pieces) as checkpoint where job_id = $1`,
          [id],
        )
      )[0]?.frames ?? 0,
    parts: (id: string) => rows<{ state: string }>('select state from job_parts where job_id = $1', [id]),
    /** As if every completed job had ended so long ago that nobody watches its parts any more. */
    endWatching: () => rows("update jobs set finished_at = now() - interval '1 day' where status = 'COMPLETED'"),
    videos: () => rows<{ id: string; original_key: string | null; status: string }>('select id, original_key, status from videos'),
    close: () => pool.end(),
  }
}
