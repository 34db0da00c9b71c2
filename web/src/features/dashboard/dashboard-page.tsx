import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useLocation, useNavigate } from 'react-router'
import { handOverFiles } from '../../jobs-view/handed-files.ts'
import { PlanCard } from '../../jobs-view/plan/plan-card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DropOverlay } from '../../ui/forms/drop-area.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { CreateJobForm } from './create-job-form.tsx'
import { DropEntry } from './drop-entry.tsx'
import { chosenVideoUrl, emptyJobForm } from './job-form-values.ts'
import { RecentJobs } from './recent-jobs.tsx'
import { StatTiles } from './stat-tiles.tsx'

export const DashboardPage = () => <OwnVideos title="Dashboard" />

/** The same page for admins, whose dashboard is another one. */
export const CreatePage = () => <OwnVideos title="Create" />

/** What people come for first: a file, a URL or the sample. A source shows what will happen with it. */
function OwnVideos({ title }: { title: string }) {
  const videoUrl = chosenVideoUrl(useLocation().state)
  const [values, setValues] = useState(() => ({ ...emptyJobForm(), ...(videoUrl && { inputSource: videoUrl }) }))
  const zone = useUploadZone()
  const hasSource = values.inputSource.trim() !== ''
  return (
    <div {...zone.getRootProps({ role: undefined, tabIndex: undefined, className: 'flex flex-1 flex-col gap-8' })}>
      {zone.isDragGlobal && <DropOverlay />}
      <PageHeading title={title} />
      <div className="grid gap-4 lg:grid-cols-2">
        <CreateJobForm values={values} onChange={setValues} onCreated={() => setValues(emptyJobForm())} />
        {/* Beside the form, the plan takes the place of the drop zone. Below it, on a phone, there is room for both. */}
        <div className={classNames('grid max-lg:order-first', hasSource && 'lg:hidden')}>
          <DropEntry zone={zone} isPrimary={!hasSource} />
        </div>
        <div hidden={!hasSource} className="grid">
          <PlanCard inputSource={values.inputSource} chosen={values.outputFormats} />
        </div>
      </div>
      <StatTiles />
      <RecentJobs />
    </div>
  )
}

/** A file that is dropped or chosen here is uploaded on the upload page, which also says what is wrong with it. */
function useUploadZone() {
  const navigate = useNavigate()
  return useDropzone({
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    onDrop: (files) => {
      if (files.length === 0) return
      handOverFiles(files)
      void navigate('/upload')
    },
  })
}
