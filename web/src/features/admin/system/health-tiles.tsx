import type { ProcessingStatus } from '@video-forge/contract/admin/admin-system'
import { type HealthPart, healthParts } from '@video-forge/contract/rules/admin-rules'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { formatAge } from '../../../format/age.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { useNow } from '../use-now.ts'

type Reading = ProcessingStatus['systemHealth'][HealthPart]

const names: Record<HealthPart, string> = {
  database: 'Database',
  cache: 'Cache',
  storage: 'Storage',
  queue: 'Queue',
  mail: 'Mail',
  ffmpeg: 'FFmpeg',
}

interface HealthTilesProps {
  health: ProcessingStatus['systemHealth']
  ffmpeg: ProcessingStatus['ffmpeg']
}

/** The health of each service, and how long ago it was checked. */
export function HealthTiles({ health, ffmpeg }: HealthTilesProps) {
  const now = useNow()
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {healthParts.map((part) => (
        <li key={part} className="flex flex-col gap-2 rounded-surface border border-line bg-surface px-4 py-3">
          <div className="flex items-center justify-between gap-2">
            <span className="font-medium">{names[part]}</span>
            <HealthBadge reading={health[part]} />
          </div>
          {part === 'ffmpeg' && <FfmpegFacts ffmpeg={ffmpeg} />}
          {health[part].message && <p className="text-13 text-bad">{health[part].message}</p>}
          <p className="mt-auto text-12 text-muted tabular-nums">
            Checked {formatAge(health[part].checkedAt, now)}, answered in {Math.max(1, Math.round(health[part].milliseconds))} ms
          </p>
        </li>
      ))}
    </ul>
  )
}

function HealthBadge({ reading }: { reading: Reading }) {
  const isGood = reading.status === 'connected'
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <Badge tone={isGood ? 'good' : 'bad'}>
      <Icon aria-hidden="true" className="size-3.5" />
      {isGood ? 'Connected' : 'Failing'}
    </Badge>
  )
}

const FfmpegFacts = ({ ffmpeg: { version, isOld, verdict, encoders } }: { ffmpeg: ProcessingStatus['ffmpeg'] }) => (
  <div className="flex flex-col gap-2 text-13">
    <p className="break-words">
      Version {version}. <span className={isOld ? 'text-warn' : 'text-muted'}>{verdict}</span>
    </p>
    <ul aria-label="Encoders" className="flex flex-wrap gap-1.5">
      {encoders.map(({ name, available }) => (
        <li key={name}>
          <Badge tone={available ? 'neutral' : 'bad'}>{available ? name : `${name} missing`}</Badge>
        </li>
      ))}
    </ul>
  </div>
)
