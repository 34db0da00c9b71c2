import type { Transcription } from '@video-forge/contract/captions'
import { sql } from 'kysely'

/** The automatic captions that are being made of a job's video, or that could not be made, in a query that reads `jobs`. */
export const transcriptionOf = sql<Transcription | null>`(
  select json_build_object('status', status, 'progress', progress, 'language', language, 'message', message)
  from transcriptions where transcriptions.video_id = jobs.id
)`
