import type { Job } from '@video-forge/contract/jobs'
import { isReplacement, showsProgress } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { formatMoment } from '../../../format/dates.ts'
import { RenditionBars } from '../../../jobs-view/job-progress.tsx'
import { formatName } from '../../../jobs-view/status-labels.ts'
import { AssetTable } from '../files/asset-table.tsx'

const facts = (job: Job): [name: string, value: string][] => [
  ['Source', job.source_name],
  ['Formats', job.output_formats.map(formatName).join(', ')],
  ['Created', formatMoment(job.created_at)],
]

/** What most people do not need to see: where the video comes from, its files, and what happened on the way. */
export const DetailsPanel = ({ job, id }: { job: Job; id: string }) => (
  <section id={id} aria-label={`Details of ${job.title}`} className="flex animate-fade flex-col gap-4 pt-2 pb-1">
    <h4 className="font-semibold text-14">Details</h4>
    <dl className="grid gap-x-6 gap-y-2 text-13 sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts(job).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted max-sm:-mb-2">{name}</dt>
          <dd className="min-w-0 break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
    {showsProgress(job.status) && job.renditions.length > 0 && (
      <div className="max-w-form">
        <RenditionBars job={job} />
      </div>
    )}
    {job.notes.length > 0 && (
      <ul className="flex list-disc flex-col gap-1 pl-5 text-13 text-muted">
        {job.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    )}
    {job.error_detail && (
      <pre className="whitespace-pre-wrap break-words rounded-control bg-sunken p-3 text-12 text-muted">{job.error_detail}</pre>
    )}
    {(job.status === 'COMPLETED' || isReplacement(job)) && <AssetTable job={job} />}
  </section>
)
