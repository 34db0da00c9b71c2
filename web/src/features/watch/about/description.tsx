import type { VideoDetails } from '@video-forge/contract/gallery'
import { useId, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { type DescriptionPart, descriptionParts } from './description-parts.ts'
import { TimeButton } from './time-button.tsx'

/** What fits into the four lines of a shortened description on most screens. */
const isLong = (text: string): boolean => text.length > 280 || text.split('\n').length > 4

export function Description({ video }: { video: VideoDetails }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (!video.description) return null
  const isShortened = isLong(video.description) && !isOpen
  return (
    <div className="flex max-w-form flex-col items-start gap-1">
      <p id={id} className={classNames('wrap-anywhere whitespace-pre-line text-14', isShortened && 'line-clamp-4')}>
        {descriptionParts(video.description, video.duration).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other identity
          <Part key={index} part={part} />
        ))}
      </p>
      {isLong(video.description) && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="-ml-2 flex h-10 items-center rounded-control px-2 font-medium text-13 text-muted hover:text-ink"
        >
          {isOpen ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

function Part({ part }: { part: DescriptionPart }) {
  if (part.kind === 'text') return part.text
  if (part.kind === 'time') return <TimeButton text={part.text} seconds={part.seconds} />
  return (
    <a
      href={part.text}
      target="_blank"
      rel="nofollow noopener ugc"
      className="underline decoration-control underline-offset-2 hover:decoration-current"
    >
      {part.text}
    </a>
  )
}
