import { Check } from 'lucide-react'
import { formatDuration } from '../../../format/duration.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'

const renditions = [
  { name: '1080p', percent: 58 },
  { name: '720p', percent: 81 },
  { name: '480p', percent: 100 },
] as const

const Picture = () => (
  <span className="relative flex aspect-video w-28 shrink-0 items-end overflow-hidden rounded-control bg-hover text-muted sm:w-32">
    <svg aria-hidden="true" viewBox="0 0 128 72" className="absolute inset-0 size-full fill-current">
      <circle cx="92" cy="24" r="9" className="opacity-40" />
      <path d="M0 72V52l30-22 26 20 20-14 52 30v6z" className="opacity-35" />
      <path d="M0 72V62l24-12 40 16 30-10 34 12v4z" className="opacity-60" />
    </svg>
    <span className="absolute right-1.5 bottom-1.5 rounded-[4px] bg-inverse px-1 text-12 text-on-inverse tabular-nums">
      {formatDuration(84)}
    </span>
  </span>
)

/** A job as the product shows it, built from the product's components. Screen readers get only the caption. */
export const JobIllustration = () => (
  <figure className="flex flex-col gap-3">
    <div aria-hidden="true" className="flex flex-col gap-5 rounded-surface border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-center gap-4">
        <Picture />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
          <span className="max-w-full truncate font-medium">harbour-at-dawn.mov</span>
          <Badge tone="warn">Processing</Badge>
        </div>
        <span className="font-semibold text-20 tabular-nums">71 %</span>
      </div>
      <div className="flex flex-col gap-3 text-13 tabular-nums">
        {renditions.map(({ name, percent }) => (
          <div key={name} className="grid grid-cols-[56px_1fr_48px] items-center gap-3">
            <span className="font-medium">{name}</span>
            <Progress label={name} value={percent} done={percent === 100} />
            <span className="flex justify-end text-muted">{percent === 100 ? <Check className="size-4 text-good" /> : `${percent} %`}</span>
          </div>
        ))}
        <div className="grid grid-cols-[56px_1fr] items-center gap-3">
          <span className="font-medium text-muted">4K</span>
          <span className="text-muted">Skipped: larger than the source</span>
        </div>
      </div>
    </div>
    <figcaption className="text-13 text-muted">Example of a running job.</figcaption>
  </figure>
)
