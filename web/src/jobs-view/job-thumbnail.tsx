import type { Job } from '@video-forge/contract/jobs'
import { useState } from 'react'
import { formatDuration } from '../format/duration.ts'

type Pictured = Pick<Job, 'title' | 'thumbnail_url' | 'duration'>

/** A 16:9 thumbnail with the duration. If the picture is missing or broken, the title is shown in its place. */
export function JobThumbnail({ job }: { job: Pictured }) {
  const [broken, setBroken] = useState<string>()
  const address = job.thumbnail_url !== broken ? job.thumbnail_url : null
  return (
    <div className="relative aspect-video w-full select-none overflow-hidden rounded-control border border-line bg-sunken">
      {address ? (
        <img src={address} alt="" loading="lazy" decoding="async" className="size-full object-contain" onError={() => setBroken(address)} />
      ) : (
        <span
          aria-hidden="true"
          className="absolute inset-0 flex items-center justify-center overflow-hidden px-2 text-center text-12 text-faint"
        >
          <span className="line-clamp-2 break-words">{job.title}</span>
        </span>
      )}
      {typeof job.duration === 'number' && (
        <span className="absolute right-1 bottom-1 rounded-[5px] bg-stage/85 px-1 font-medium text-12 text-on-stage tabular-nums forced-colors:border">
          <span className="sr-only">Duration </span>
          {formatDuration(job.duration)}
        </span>
      )}
    </div>
  )
}
