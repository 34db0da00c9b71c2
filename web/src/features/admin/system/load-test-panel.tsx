import type { LoadTest } from '@video-forge/contract/admin/admin-system'
import { localSample } from '@video-forge/contract/rules/jobs/job-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useState } from 'react'
import { formatTimeSpan } from '../../../format/time-span.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/text-input.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ActionResult } from '../action-result.tsx'
import { useLoadTest } from '../admin-queries.ts'
import { useAction } from '../use-action.ts'

const maxJobs = 20

export function LoadTestPanel() {
  const [concurrent, setConcurrent] = useState(String(limits.loadTestJobs))
  const [ids, setIds] = useState<readonly string[]>([])
  const start = useAction(async (count: number) => {
    const { jobs } = await call('POST /jobs/load-test', { body: { concurrent: count, videoUrl: localSample, formats: ['480p'] } })
    setIds(jobs.map(({ id }) => id))
  })
  const result = useLoadTest(ids)
  const count = Number(concurrent)
  const isValid = Number.isInteger(count) && count >= 1 && count <= maxJobs
  const isRunning = start.isPending || (ids.length > 0 && !result.data?.finished)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid && !isRunning) start.mutate(count)
  }
  return (
    <Panel title="Load test" hint="Runs several jobs with the local sample at once.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 rounded-surface border border-line bg-surface p-4">
        <div className="flex flex-wrap items-start gap-3">
          <Field label="Concurrent jobs" className="w-40" error={isValid ? undefined : `Enter a number from 1 to ${maxJobs}`}>
            {(control) => (
              <TextInput {...control} inputMode="numeric" value={concurrent} onChange={(event) => setConcurrent(event.target.value)} />
            )}
          </Field>
          <Button type="submit" className="mt-6.5" pending={isRunning} disabled={!isValid}>
            Run load test
          </Button>
        </div>
        <ActionResult failed={sentences.loadTestFailed} error={start.error ?? result.error} />
        {result.data && <Result result={result.data} />}
      </form>
    </Panel>
  )
}

function Result({ result }: { result: LoadTest }) {
  const isGood = result.completed === result.jobs && result.lost === 0 && result.duplicated === 0
  return (
    <div className="flex flex-col gap-3">
      {!result.finished && <Progress label="Progress of the load test" value={((result.jobs - result.running) / result.jobs) * 100} />}
      {result.finished && isGood && <Notice tone="good">All {result.jobs} jobs completed. None was lost and none ran twice.</Notice>}
      {result.finished && !isGood && (
        <Notice tone="bad" title={sentences.loadTestFailed}>
          {result.completed} of {result.jobs} jobs completed.
        </Notice>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-13 tabular-nums">
        {factsOf(result).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const factsOf = ({ jobs, completed, failed, running, lost, duplicated, secondsPerJob, totalSeconds }: LoadTest): [string, string][] => [
  ['Completed', `${completed} of ${jobs}`],
  ['Running', String(running)],
  ['Failed', String(failed)],
  ['Lost', String(lost)],
  ['Duplicated', String(duplicated)],
  ['Time per job', secondsPerJob ? `${formatTimeSpan(secondsPerJob.median)} (longest ${formatTimeSpan(secondsPerJob.longest)})` : '–'],
  ['Total time', totalSeconds === null ? '–' : formatTimeSpan(totalSeconds)],
]
