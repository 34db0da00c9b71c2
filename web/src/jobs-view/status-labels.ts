import { formatTable, type OutputFormat } from '@video-forge/contract/rules/formats'
import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import type { Tone } from '../ui/feedback/badge.tsx'

export const statusLabels: Record<JobStatus, { name: string; tone: Tone }> = {
  PENDING: { name: 'Pending', tone: 'neutral' },
  DOWNLOADING: { name: 'Downloading', tone: 'warn' },
  PROCESSING: { name: 'Processing', tone: 'warn' },
  UPLOADING: { name: 'Uploading', tone: 'warn' },
  COMPLETED: { name: 'Completed', tone: 'good' },
  FAILED: { name: 'Failed', tone: 'bad' },
  CANCELLED: { name: 'Cancelled', tone: 'neutral' },
}

export const formatName = (format: OutputFormat): string => formatTable[format].label
