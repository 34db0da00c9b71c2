import { limits } from '@video-forge/contract/rules/limits'
import type { StockHit } from '@video-forge/contract/stock'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCreatePath } from '../../jobs-view/create-path.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { stockVideoOf } from './stock-video.ts'

/** Hovering or focusing a card plays its preview; touch does not, so that scrolling loads nothing. */
export function StockCard({ hit }: { hit: StockHit }) {
  const { tags, thumbnail, file } = stockVideoOf(hit)
  const navigate = useNavigate()
  const createPath = useCreatePath()
  const shownTags = tags.slice(0, limits.stockTagsShown)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  return (
    <li
      className="flex flex-col gap-3 rounded-surface border border-line bg-surface p-3"
      onPointerEnter={({ pointerType }) => setHovered(pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div className="relative aspect-video overflow-hidden rounded-control bg-sunken">
        <Thumbnail source={thumbnail} />
        {(isHovered || isFocused) && <Preview source={file} />}
      </div>
      <div className="flex items-center justify-between gap-2">
        <div className="flex h-6 min-w-0 flex-1 flex-wrap gap-1.5 overflow-hidden">
          {shownTags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </div>
        <Button
          size="small"
          aria-label={`Select ${shownTags.join(', ')}`.trim()}
          onClick={() => void navigate(createPath, { state: { videoUrl: file } })}
        >
          Select
        </Button>
      </div>
    </li>
  )
}

function Thumbnail({ source }: { source: string }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) {
    return (
      <span className="flex size-full items-center justify-center text-faint">
        <ImageOff aria-hidden="true" className="size-6" />
      </span>
    )
  }
  return <img src={source} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} className="size-full object-cover" />
}

const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Over the thumbnail, and invisible until it plays. */
function Preview({ source }: { source: string }) {
  const [isPlaying, setPlaying] = useState(false)
  if (prefersReducedMotion()) return null
  return (
    <video
      // Played by script: the autoplay attribute would fetch the file even where playing is blocked.
      ref={(element) => void element?.play()?.catch(() => undefined)}
      muted
      loop
      playsInline
      preload="none"
      src={source}
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={() => setPlaying(true)}
      className={`absolute inset-0 size-full object-cover transition-opacity ${isPlaying ? '' : 'opacity-0'}`}
    />
  )
}
