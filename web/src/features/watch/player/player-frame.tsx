import { Play } from 'lucide-react'
import { type CSSProperties, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { OverlayContainer } from '../../../ui/overlays/overlay-container.ts'
import { aspectRatioOf } from '../../../videos-view/aspect-ratio.ts'
import { CaptionLines } from './captions/caption-lines.tsx'
import { ChapterAnnouncement } from './chapter-announcement.tsx'
import { ControlBar } from './controls/control-bar.tsx'
import { Help } from './keyboard/help.tsx'
import { Stage } from './stage.tsx'
import { StageMessages } from './stage-messages.tsx'
import { FeedbackBubble } from './surface/feedback-bubble.tsx'
import { useControls } from './use-controls.ts'
import type { Player, PlayerOptions } from './use-player.ts'

interface PlayerFrameProps {
  player: Player
  options: PlayerOptions
  hasTheatre?: boolean
  /** Lies over the top of the picture and fades with the controls. */
  top?: ReactNode
  /** Shown there only in full screen. */
  fullscreenTop?: ReactNode
  className?: string
}

/** The picture with everything over it. This is what fills the screen, so the controls are the same there. */
export function PlayerFrame({ player, options, hasTheatre = false, top, fullscreenTop, className }: PlayerFrameProps) {
  const controls = useControls(player, options, { hasTheatre })
  const overlays = useRef<HTMLDivElement>(null)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  // Not urgent: it is needed when the first menu opens.
  useEffect(() => startTransition(() => setContainer(overlays.current)), [])
  const { isIdle, isFullscreen, isTheatre, frame } = controls
  const shownTop = isFullscreen ? (top ?? fullscreenTop) : top
  // A mouse shows the controls by moving to them; a finger must not press what it cannot see.
  const fade = classNames('transition-opacity', isIdle && 'opacity-0 pointer-coarse:pointer-events-none')
  const ratio: CSSProperties & Record<'--ratio', number> = { '--ratio': aspectRatioOf(options.video.resolution ?? player.frameSize) }
  return (
    <div
      ref={frame}
      data-player=""
      data-idle={isIdle || undefined}
      data-theatre={isTheatre && !isFullscreen ? '' : undefined}
      style={ratio}
      className={classNames('relative bg-stage text-on-stage', isIdle && 'cursor-none', isFullscreen ? 'size-full' : className)}
      {...controls.frameHandlers}
    >
      <OverlayContainer value={container}>
        <div className={classNames('absolute inset-0 overflow-hidden', !isFullscreen && !isTheatre && 'rounded-[inherit]')}>
          <Stage video={options.video} player={player} captions={controls.captions.list} />
          {!player.encodingWait && !player.isWaiting && !player.failed && (
            <CentrePlay
              player={player}
              hasCaptions={controls.captions.shown !== undefined}
              onPlay={() => controls.run({ kind: 'toggle' })}
            />
          )}
          {/* Under the captions, which it would dim. */}
          {!player.failed && <div className={classNames(scrimClass, fade)} />}
          <CaptionLines
            element={player.element}
            captions={controls.captions}
            hasControlsShown={!isIdle}
            hasTopShown={!isIdle && shownTop !== undefined}
          />
          <ChapterAnnouncement element={player.element} chapters={options.video.chapters} />
          <StageMessages player={player} />
          <FeedbackBubble feedback={controls.feedback} />
        </div>
        {shownTop && <div className={classNames('absolute inset-x-0 top-0 flex items-start p-2', fade)}>{shownTop}</div>}
        {!player.failed && (options.hasControls ?? true) && (
          <ControlBar player={player} controls={controls} options={options} className={fade} />
        )}
        <Help controls={controls} />
      </OverlayContainer>
      <div ref={overlays} className="text-ink" />
    </div>
  )
}

/** Behind the controls, a little higher than they are. */
const scrimClass =
  'pointer-events-none absolute inset-x-0 bottom-0 h-27 bg-linear-to-t from-stage/90 via-stage/60 to-transparent forced-colors:hidden'

interface CentrePlayProps {
  player: Player
  /** On a phone they need the space under the middle. */
  hasCaptions: boolean
  onPlay: () => void
}

/** A large target to start with. The control bar has the button for keys and screen readers. */
function CentrePlay({ player, hasCaptions, onPlay }: CentrePlayProps) {
  if (player.isPlaying || !player.stream.playing) return null
  return (
    <div
      className={classNames(
        'pointer-events-none absolute inset-0 items-center justify-center',
        hasCaptions ? 'pointer-coarse:pb-26' : 'pointer-coarse:pb-16',
        player.hasStarted ? 'hidden pointer-coarse:flex' : 'flex',
      )}
    >
      <button
        type="button"
        aria-hidden="true"
        tabIndex={-1}
        onClick={onPlay}
        className="pointer-events-auto flex size-16 items-center justify-center rounded-full bg-stage/75 text-on-stage hover:bg-stage/90 forced-colors:border"
      >
        <Play className="ml-1 size-7 fill-current" />
      </button>
    </div>
  )
}
