import { useEffect } from 'react'
import { useHost } from '../embed/use-host.ts'
import { EmbedTitle } from './embed-title.tsx'
import { EncodingLine } from './encoding/encoding-line.tsx'
import { PlayerFrame } from './player-frame.tsx'
import { type PlayerOptions, usePlayer } from './use-player.ts'

/** The player in a frame, which it fills. The page around it can control it. */
export function EmbedPlayer(options: PlayerOptions) {
  const { onMedia, send } = useHost()
  const player = usePlayer({ ...options, onMedia })
  const hasFailed = player.failed !== undefined
  useEffect(() => {
    if (hasFailed) send('error')
  }, [hasFailed, send])
  const top = (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <EmbedTitle video={options.video} link={options.link} />
      <EncodingLine video={options.video} className="rounded-control bg-stage/85 px-3 py-1.5 text-12 text-on-stage" />
    </div>
  )
  return <PlayerFrame player={player} options={options} top={top} className="size-full" />
}
