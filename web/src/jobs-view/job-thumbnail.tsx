import type { Job } from '@video-forge/contract/jobs'
import { useState } from 'react'

/** A 16:9 thumbnail. If it is missing or broken, the title is shown in its place. */
export function JobThumbnail({ job }: { job: Pick<Job, 'title' | 'thumbnail_url'> }) {
  const [broken, setBroken] = useState<string>()
  const address = job.thumbnail_url !== broken ? job.thumbnail_url : null
  return (
    <div
      aria-hidden="true"
      className="flex aspect-video w-20 shrink-0 select-none items-center justify-center self-start overflow-hidden rounded-control border border-line bg-sunken sm:w-28"
    >
      {address ? (
        <img src={address} alt="" loading="lazy" className="size-full object-cover" onError={() => setBroken(address)} />
      ) : (
        <span className="line-clamp-2 break-words px-2 text-center text-12 text-faint">{job.title}</span>
      )}
    </div>
  )
}
