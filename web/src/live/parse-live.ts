import type { Transcription } from '@video-forge/contract/captions'
import { transcriptionStatuses } from '@video-forge/contract/captions/caption-rules'
import type { JobUpdate, SystemStats } from '@video-forge/contract/live'
import { outputFormats } from '@video-forge/contract/rules/formats'
import { failureCauses } from '@video-forge/contract/rules/jobs/job-failures'
import { jobStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { fieldsOf, textOf } from '../session/unknown-fields.ts'

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)

function dataOf(text: string): Record<string, unknown> | undefined {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function parseUpdate(text: string): JobUpdate | undefined {
  const data = dataOf(text)
  const jobId = textOf(data?.['jobId'])
  const status = jobStatuses.find((name) => name === data?.['status'])
  const updatedAt = textOf(data?.['updated_at'])
  if (!data || !jobId || !status || !updatedAt) return undefined
  const renditions = Array.isArray(data['renditions']) ? data['renditions'].map(fieldsOf) : []
  return {
    jobId,
    status,
    updated_at: updatedAt,
    progress: numberOf(data['progress']) ?? 0,
    stage: textOf(data['stage']) ?? null,
    eta_seconds: numberOf(data['eta_seconds']) ?? null,
    queue_position: numberOf(data['queue_position']) ?? null,
    renditions: renditions.flatMap((rendition) => {
      const format = outputFormats.find((name) => name === rendition?.['format'])
      return format ? [{ format, progress: numberOf(rendition?.['progress']) ?? 0 }] : []
    }),
    error_text: textOf(data['error_text']) ?? null,
    error_cause: failureCauses.find((name) => name === data['error_cause']) ?? null,
    asset_count: numberOf(data['asset_count']) ?? 0,
    playable: data['playable'] === true,
    transcription: readTranscription(fieldsOf(data['transcription'])),
    has_thumbnail: data['has_thumbnail'] === true,
  }
}

function readTranscription(data: Record<string, unknown> | undefined): Transcription | null {
  const status = transcriptionStatuses.find((name) => name === data?.['status'])
  const language = textOf(data?.['language'])
  if (!data || !status || !language) return null
  return { status, language, progress: numberOf(data['progress']) ?? 0, message: textOf(data['message']) ?? null }
}

export const parseRemoved = (text: string): string | undefined => textOf(dataOf(text)?.['jobId'])

export function parseStats(text: string): SystemStats | undefined {
  const data = dataOf(text)
  const [currentJobs, queueLength, maxConcurrent] = ['currentJobs', 'queueLength', 'maxConcurrent'].map((name) => numberOf(data?.[name]))
  if (currentJobs === undefined || queueLength === undefined || maxConcurrent === undefined) return undefined
  return { currentJobs, queueLength, maxConcurrent }
}
