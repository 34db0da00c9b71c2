import { type ReactNode, useEffect } from 'react'
import { useHost } from '../embed/use-host.ts'
import { EmbedTitle } from './embed-title.tsx'
import { EncodingLine } from './encoding/encoding-line.tsx'
import { PlayerFrame } from './player-frame.tsx'
import { type PlayerOptions, usePlayer } from './use-player.ts'

interface EmbedPlayerProps extends PlayerOptions {
  /** Opposite the title; it fades with the controls. */
  beside?: ReactNode
  /** Must be stable. */
  onEnded?: (() => void) | undefined
}

/** The player in a frame, which it fills. The page around it can control it. */
export function EmbedPlayer({ beside, onEnded, ...options }: EmbedPlayerProps) {
  const { onMedia, send } = useHost()
  const player = usePlayer({ ...options, onMedia })
  const { element } = player
  useEffect(() => {
    const video = element.current
    if (!video || !onEnded) return
    video.addEventListener('ended', onEnded)
    return () => video.removeEventListener('ended', onEnded)
  }, [element, onEnded])
  const hasFailed = player.failed !== undefined
  useEffect(() => {
    if (hasFailed) send('error')
  }, [hasFailed, send])
  const top = (
    <div className="flex w-full min-w-0 items-start justify-between gap-2">
      <div className="flex min-w-0 flex-col items-start gap-1">
        <EmbedTitle video={options.video} link={options.link} />
        <EncodingLine video={options.video} className="rounded-control bg-stage/85 px-3 py-1.5 text-12 text-on-stage" />
      </div>
      {beside}
    </div>
  )
  return <PlayerFrame player={player} options={options} top={top} className="size-full" />
}
