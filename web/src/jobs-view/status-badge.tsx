import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { Badge } from '../ui/feedback/badge.tsx'
import { statusLabels } from './status-labels.ts'

export const StatusBadge = ({ status }: { status: JobStatus }) => (
  <Badge tone={statusLabels[status].tone}>{statusLabels[status].name}</Badge>
)
