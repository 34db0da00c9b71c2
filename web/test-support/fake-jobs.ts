import type { Draft, Job } from '@video-forge/contract/jobs'

const idOf = (number: number): string => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A job as the server sends it, with the fields that a test sets. */
export const jobLike = (number: number, parts: Partial<Job> = {}): Job => ({
  id: idOf(number),
  title: `Clip ${number}`,
  thumbnail_url: null,
  visibility: 'public',
  duration: null,
  views: 0,
  input_source: `https://example.com/${number}.mp4`,
  source_name: `https://example.com/${number}.mp4`,
  output_formats: ['720p'],
  status: 'COMPLETED',
  playable: false,
  transcription: null,
  progress: 100,
  stage: null,
  eta_seconds: null,
  queue_position: null,
  renditions: [],
  notes: [],
  error_text: null,
  error_cause: null,
  error_detail: null,
  asset_count: (parts.status ?? 'COMPLETED') === 'COMPLETED' ? 2 : 0,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...parts,
})

export const draftLike = (number: number, parts: Partial<Draft> = {}): Draft => ({
  id: idOf(number),
  title: `Draft ${number}`,
  thumbnail_url: null,
  visibility: 'private',
  duration: 84,
  views: 0,
  input_source: `uploads/${idOf(number)}/source.mp4`,
  source_name: `draft-${number}.mp4`,
  playable: true,
  created_at: '2026-01-01T00:00:00.000Z',
  ...parts,
})

export const jobPage = (jobs: Job[], nextCursor: string | null = null, drafts: Draft[] = []) => ({
  body: { success: true, jobs, total: jobs.length, drafts, draftTotal: drafts.length, nextCursor },
})

export const statsLike = (parts: object = {}) => ({
  body: {
    success: true,
    stats: {
      PENDING: 0,
      DOWNLOADING: 0,
      PROCESSING: 0,
      UPLOADING: 0,
      COMPLETED: 0,
      FAILED: 0,
      CANCELLED: 0,
      total: 0,
      drafts: 0,
      ...parts,
    },
  },
})
