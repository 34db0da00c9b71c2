import { useState } from 'react'
import { useLocation } from 'react-router'
import { PlanCard } from '../../jobs-view/plan/plan-card.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { CreateJobForm } from './create-job-form.tsx'
import { chosenVideoUrl, emptyJobForm } from './job-form-values.ts'
import { RecentJobs } from './recent-jobs.tsx'
import { StatTiles } from './stat-tiles.tsx'

export const DashboardPage = () => <OwnVideos title="Dashboard" />

/** The same page for admins, whose dashboard is another one. */
export const CreatePage = () => <OwnVideos title="Create" />

function OwnVideos({ title }: { title: string }) {
  const videoUrl = chosenVideoUrl(useLocation().state)
  const [values, setValues] = useState(() => ({ ...emptyJobForm(), ...(videoUrl && { inputSource: videoUrl }) }))
  return (
    <>
      <PageHeading title={title} />
      <StatTiles />
      <div className="grid gap-4 lg:grid-cols-2">
        <CreateJobForm values={values} onChange={setValues} onCreated={() => setValues(emptyJobForm())} />
        <PlanCard inputSource={values.inputSource} chosen={values.outputFormats} />
      </div>
      <RecentJobs />
    </>
  )
}
