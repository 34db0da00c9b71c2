import type { JobStatus } from '@video-forge/contract/rules/job-lifecycle'
import { Badge } from '../ui/feedback/badge.tsx'
import { statusWords } from './status-words.ts'

export const StatusBadge = ({ status }: { status: JobStatus }) => <Badge tone={statusWords[status].tone}>{statusWords[status].name}</Badge>
