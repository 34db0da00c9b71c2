import { formatDuration } from '../../../format/duration.ts'
import { titleOf } from '../../../videos-view/video-title.ts'
import { qualityName } from './controls/quality-names.ts'
import { EncodingLine } from './encoding/encoding-line.tsx'
import { PlayerFrame } from './player-frame.tsx'
import { type Player, type PlayerOptions, usePlayer } from './use-player.ts'

/** The player on the video page. */
export function WatchPlayer(options: PlayerOptions) {
  const player = usePlayer(options)
  const title = <p className="truncate rounded-control bg-stage/75 px-3 py-1.5 font-medium text-14">{titleOf(options.video)}</p>
  return (
    <section aria-label="Player" className="flex flex-col gap-2">
      <PlayerFrame player={player} options={options} hasTheatre fullscreenTop={title} className="watch-stage" />
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <PlayerFacts player={player} />
        <div className="flex flex-col gap-0.5 empty:hidden">
          <QualityNote player={player} />
          <EncodingLine video={options.video} className="text-13 text-muted" />
        </div>
      </div>
    </section>
  )
}

/** What plays now: quality, resolution and duration. */
function PlayerFacts({ player: { quality, shownQuality, resolution, duration, speed } }: { player: Player }) {
  if (!quality) return <span />
  const facts = [
    shownQuality ?? qualityName(quality),
    resolution,
    duration !== null && formatDuration(duration),
    speed !== 1 && `${speed}×`,
  ].filter((fact) => typeof fact === 'string')
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-13 text-muted tabular-nums">
      {facts.map((fact, index) => (
        <span key={fact} className={index === 0 ? 'font-medium text-ink' : 'before:mr-2 before:content-["·"]'}>
          {fact}
        </span>
      ))}
    </p>
  )
}

/** Why another quality than the chosen one plays. */
function QualityNote({ player: { quality, stream, isSubstitute, encodingWait } }: { player: Player }) {
  const serverNote = stream.playing?.source.kind === 'file' && stream.choice !== 'auto' && stream.playing.answer.stream.note
  const note =
    quality && isSubstitute && !encodingWait
      ? `${qualityName(quality)} is not encoded up to here yet. It starts by itself once it is.`
      : serverNote
  return note ? <p className="text-13 text-muted">{note}</p> : null
}
