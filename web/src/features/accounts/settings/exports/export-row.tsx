import type { AccountExport } from '@video-forge/contract/exports'
import { exportSentences } from '@video-forge/contract/rules/export-rules'
import { Archive } from 'lucide-react'
import { Link } from 'react-router'
import { formatBytes } from '../../../../format/bytes.ts'
import { formatMoment } from '../../../../format/dates.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Badge, type Tone } from '../../../../ui/feedback/badge.tsx'

const states: Record<AccountExport['status'], { name: string; tone: Tone }> = {
  preparing: { name: 'Being prepared', tone: 'neutral' },
  ready: { name: 'Ready', tone: 'good' },
  outdated: { name: 'Outdated', tone: 'warn' },
  failed: { name: 'Not completed', tone: 'bad' },
}

interface ExportRowProps {
  accountExport: AccountExport
  isBusy: boolean
  onDelete: () => void
}

export function ExportRow({ accountExport, isBusy, onDelete }: ExportRowProps) {
  const { id, status, filename, downloadUrl, createdAt } = accountExport
  const { name, tone } = states[status]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0">
      <Archive aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-all font-medium">{filename}</span>
          <span role="status">
            <Badge tone={tone}>{name}</Badge>
          </span>
        </span>
        <span className="text-13 text-muted tabular-nums">{factsOf(accountExport)}</span>
        {status === 'outdated' && <span className="text-13 text-warn">{exportSentences.outdated}</span>}
        <Link to={`/tasks/${id}`} className="flex min-h-11 items-center self-start text-13 underline underline-offset-2 sm:min-h-8">
          What is in it
        </Link>
      </div>
      <div className="flex flex-wrap gap-2">
        {downloadUrl && (
          <a href={downloadUrl} download={filename} aria-label={`Download ${filename}`} className={buttonClass('primary', 'small')}>
            Download
          </a>
        )}
        <Button size="small" disabled={isBusy} aria-label={`Delete the export of ${formatMoment(createdAt)}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}

function factsOf({ bytes, hasRenditions, createdAt, expiresAt }: AccountExport): string {
  const content = hasRenditions ? 'originals and qualities' : 'originals'
  const facts = [
    `Started ${formatMoment(createdAt)}`,
    content,
    bytes !== null && formatBytes(bytes),
    expiresAt && `until ${formatMoment(expiresAt)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}
