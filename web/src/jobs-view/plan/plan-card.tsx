import type { Plan } from '@video-forge/contract/jobs'
import { type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import { ApiError } from '../../api/api-error.ts'
import { formatBytes } from '../../format/bytes.ts'
import { formatTimeSpan } from '../../format/time-span.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, type Tone } from '../../ui/feedback/badge.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatName } from '../status-labels.ts'
import { usePlan } from './use-plan.ts'

type FormatPlan = Plan['formats'][number]

const actions: Record<FormatPlan['action'], { name: string; tone: Tone }> = {
  copy: { name: 'Copy', tone: 'good' },
  encode: { name: 'Encode', tone: 'neutral' },
  skip: { name: 'Skipped', tone: 'warn' },
}

/** Undefined when the source is analysed only as the job runs. */
const expectation = ({ expectedSeconds, expectedBytes }: { expectedSeconds: number; expectedBytes: number }): string | undefined =>
  expectedBytes > 0 ? `about ${formatTimeSpan(expectedSeconds)}, ${formatBytes(expectedBytes)}` : undefined

interface PlanCardProps {
  inputSource: string
  chosen: readonly OutputFormat[]
}

/** The plan of a job before it starts. Every format has its row from the beginning, so nothing moves when the plan arrives. */
export function PlanCard({ inputSource, chosen }: PlanCardProps) {
  const { plan, error, isLoading, retry } = usePlan({ inputSource, outputFormats: chosen })
  return (
    <section aria-labelledby="plan-heading" className="flex flex-col gap-4 rounded-surface border border-line bg-surface p-5 sm:p-6">
      <h2 id="plan-heading" className="font-semibold text-16">
        What will happen
      </h2>
      <ul className="flex flex-col divide-y divide-line border-line border-y">
        {outputFormats.map((format) => (
          <FormatRow
            key={format}
            format={format}
            chosen={chosen.includes(format)}
            plan={plan?.formats.find((each) => each.format === format)}
            isLoading={isLoading}
          />
        ))}
      </ul>
      <div role="status" className="flex min-h-10 flex-col justify-center gap-1 text-13 text-muted">
        <PlanSummary plan={plan} error={error} isLoading={isLoading} onRetry={retry} />
      </div>
    </section>
  )
}

interface FormatRowProps {
  format: OutputFormat
  chosen: boolean
  plan: FormatPlan | undefined
  isLoading: boolean
}

function FormatRow({ format, chosen, plan, isLoading }: FormatRowProps) {
  return (
    <li className={`grid ${chosen ? 'min-h-17' : 'min-h-11'} grid-cols-[48px_1fr] items-start gap-x-3 py-2.5`}>
      <span className={`leading-6 tabular-nums ${chosen ? 'font-medium' : 'text-faint'}`}>{formatName(format)}</span>
      {!chosen && <span className="text-13 text-faint leading-6">Not chosen</span>}
      {chosen && isLoading && (
        <div className="flex flex-col gap-1.5">
          <Skeleton className="h-6 w-40 max-w-full rounded-full" />
          <Skeleton className="h-4 w-full" />
        </div>
      )}
      {chosen && !isLoading && !plan && <span className="text-13 text-faint leading-6">Not known yet</span>}
      {chosen && plan && <FormatOutcome plan={plan} />}
    </li>
  )
}

function FormatOutcome({ plan }: { plan: FormatPlan }) {
  const { name, tone } = actions[plan.action]
  const expected = plan.action === 'skip' ? undefined : expectation(plan)
  return (
    <div className="flex min-w-0 animate-fade flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 tabular-nums">
        <Badge tone={tone}>{name}</Badge>
        {plan.resolution && plan.action !== 'skip' && <span>{plan.resolution}</span>}
        {expected && <span className="text-muted">{expected}</span>}
      </div>
      <p className="text-12 text-muted">{plan.reason}</p>
    </div>
  )
}

interface PlanSummaryProps {
  plan: Plan | undefined
  error: Error | undefined
  isLoading: boolean
  onRetry: () => void
}

function PlanSummary({ plan, error, isLoading, onRetry }: PlanSummaryProps) {
  if (isLoading) return <p>Analysing the source…</p>
  if (error) {
    const canRetry = !(error instanceof ApiError) || error.isTemporary || error.isServerFault
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-bad">{error.message}</p>
        {canRetry && (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    )
  }
  if (!plan) return <p>Enter a source and choose formats to see what will be made, how long it takes and how large it gets.</p>
  const expected = expectation(plan)
  return (
    <>
      <p className="font-medium text-ink tabular-nums">
        {expected ? `In total ${expected}` : 'Time and size are known once the job runs.'}
      </p>
      {plan.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  )
}
