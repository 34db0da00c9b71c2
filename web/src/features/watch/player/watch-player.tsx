import { Keyboard } from 'lucide-react'
import { formatDuration } from '../../../format/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { RetryNotice } from '../../../ui/feedback/retry-notice.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { titleOf } from '../../../videos-view/video-title.ts'
import { KeyboardDialog } from './controls/keyboard-dialog.tsx'
import { QualityMenu } from './controls/quality-menu.tsx'
import { qualityName } from './controls/quality-names.ts'
import { Timeline } from './controls/timeline.tsx'
import { EncodingLine } from './encoding/encoding-line.tsx'
import { Stage } from './stage.tsx'
import { useStoryboard } from './storyboard/use-storyboard.ts'
import { type Player, type PlayerOptions, usePlayer } from './use-player.ts'

/** The player on the video page. */
export function WatchPlayer(options: PlayerOptions) {
  const player = usePlayer(options)
  const { stream } = player
  const frames = useStoryboard(options.video.storyboardUrl)
  return (
    <section aria-label="Player" className="flex flex-col">
      <div className="relative flex aspect-video max-h-[calc(100dvh-168px)] min-h-48 w-full items-center justify-center overflow-hidden rounded-surface bg-stage">
        <Stage video={options.video} player={player} label={titleOf(options.video)} />
      </div>
      <Timeline video={player.element} duration={player.duration} encoded={player.encoded} frames={frames} />
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <PlayerFacts player={player} />
        <div className="flex items-center gap-1">
          {stream.offer && (
            <QualityMenu offer={stream.offer} value={player.quality} isChanging={stream.isChanging} onChoose={player.choose} />
          )}
          <Tooltip text="Keyboard shortcuts">
            <Button
              kind="quiet"
              size="icon"
              aria-label="Keyboard shortcuts"
              className="pointer-coarse:hidden"
              onClick={() => player.setHelpOpen(true)}
            >
              <Keyboard aria-hidden="true" className="size-5" />
            </Button>
          </Tooltip>
        </div>
      </div>
      <div className="flex flex-col gap-0.5 pt-1 empty:hidden">
        <QualityNote player={player} />
        <EncodingLine video={options.video} className="text-13 text-muted" />
      </div>
      {stream.playing && stream.error && <RetryNotice text={stream.error.message} onRetry={player.retry} />}
      <KeyboardDialog open={player.helpOpen} onOpenChange={player.setHelpOpen} />
    </section>
  )
}

/** What plays now: quality, resolution and duration. */
function PlayerFacts({ player: { shownQuality, resolution, duration, speed } }: { player: Player }) {
  if (!shownQuality) return <span />
  const facts = [qualityName(shownQuality), resolution, duration !== null && formatDuration(duration), speed !== 1 && `${speed}×`].filter(
    (fact) => typeof fact === 'string',
  )
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
  const serverNote = stream.playing?.source.kind === 'file' && stream.playing.answer.stream.note
  const note =
    quality && isSubstitute && !encodingWait
      ? `${qualityName(quality)} is not encoded up to here yet. It starts by itself once it is.`
      : serverNote
  return note ? <p className="text-13 text-muted">{note}</p> : null
}
