import { classNames } from '../class-names.ts'

interface ProgressProps {
  label: string
  /** 0 to 100. */
  value: number
  done?: boolean
}

export function Progress({ label, value, done = false }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 w-full overflow-hidden rounded-full bg-hover forced-colors:border"
    >
      <div
        className={classNames('h-full rounded-full transition-transform forced-colors:bg-[Highlight]', done ? 'bg-done' : 'bg-ember')}
        style={{ transform: `translateX(${percent - 100}%)` }}
      />
    </div>
  )
}
