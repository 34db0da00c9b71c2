import { Airplay, Maximize, Minimize, Pause, PictureInPicture2, Play, RectangleHorizontal, RotateCcw } from 'lucide-react'
import { useRef } from 'react'
import { formatDuration } from '../../../../format/duration.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { CaptionsMenu } from '../menus/captions-menu.tsx'
import { MoreMenu } from '../menus/more-menu.tsx'
import { QualityMenu } from '../menus/quality-menu.tsx'
import { SpeedMenu } from '../menus/speed-menu.tsx'
import { hasPictureInPicture } from '../screen/picture-in-picture.ts'
import { roomy, useWidth } from '../screen/use-width.ts'
import { type Chapter, chapterAt } from '../seek/chapters.ts'
import { SeekBar } from '../seek/seek-bar.tsx'
import { type PlayTime, usePlayTime } from '../seek/use-play-time.ts'
import { useStoryboard } from '../storyboard/use-storyboard.ts'
import type { Controls } from '../use-controls.ts'
import type { Player, PlayerOptions } from '../use-player.ts'
import { ControlButton } from './control-button.tsx'
import { VolumeControl } from './volume-control.tsx'

interface ControlBarProps {
  player: Player
  controls: Controls
  options: PlayerOptions
  className: string
}

/** Kept, so that a video without them is not drawn again and again. */
const none: readonly never[] = []

/** The controls inside the picture. Where there is little space, those that are used less often move into a menu. */
export function ControlBar({ player, controls, options, className }: ControlBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const width = useWidth(bar)
  const { video } = options
  const playTime = usePlayTime(player.element, player.duration)
  const frames = useStoryboard(video.storyboardUrl)
  return (
    <div
      ref={bar}
      className={classNames(
        'scheme-dark absolute inset-x-0 bottom-0 rounded-b-[inherit] px-2 pt-8 sm:px-3 forced-colors:bg-[Canvas] forced-colors:pt-1',
        className,
      )}
    >
      <SeekBar
        video={player.element}
        playTime={playTime}
        encoded={player.encoded}
        frames={frames}
        chapters={video.chapters}
        heat={video.heat ?? none}
      />
      <div className="flex items-center pb-1">
        <ControlButton
          name={player.isPlaying ? 'Pause' : player.hasEnded ? 'Replay' : 'Play'}
          shortcut="k"
          side="left"
          icon={player.isPlaying ? Pause : player.hasEnded ? RotateCcw : Play}
          onClick={() => controls.run({ kind: 'toggle' })}
        />
        <VolumeControl
          video={player.element}
          {...player.sound}
          hasSlider={width >= roomy.buttons}
          onToggleMute={() => controls.run({ kind: 'mute' })}
        />
        {width >= roomy.time && <TimeDisplay playTime={playTime} chapters={video.chapters} isNarrow={width < roomy.buttons} />}
        <span className="flex-1" />
        <MenusAndViews player={player} controls={controls} options={options} isNarrow={width < roomy.buttons} />
      </div>
    </div>
  )
}

function TimeDisplay({
  playTime: { time, shownDuration },
  chapters,
  isNarrow,
}: {
  playTime: PlayTime
  chapters: readonly Chapter[]
  isNarrow: boolean
}) {
  const chapter = chapterAt(chapters, time)
  return (
    <p className="flex min-w-0 items-center whitespace-nowrap px-1.5 text-13 tabular-nums">
      {formatDuration(time)}
      {(!isNarrow || shownDuration < 3600) && <span className="opacity-80">&nbsp;/ {formatDuration(shownDuration)}</span>}
      {chapter && !isNarrow && <span className="ml-3 max-w-56 truncate opacity-80">{chapter.title}</span>}
    </p>
  )
}

/** The right side of the bar. */
function MenusAndViews({ player, controls, options, isNarrow }: Omit<ControlBarProps, 'className'> & { isNarrow: boolean }) {
  const { stream, speed } = player
  const speedChoice = {
    speed,
    onChoose: (next: number) => {
      if (player.element.current) player.element.current.playbackRate = next
    },
  }
  return (
    <>
      <CaptionsMenu captions={controls.captions} onOpenChange={controls.onMenu} />
      {stream.offer && (
        <QualityMenu
          offer={stream.offer}
          duration={player.duration}
          value={player.quality}
          shown={player.shownQuality}
          isChanging={stream.isChanging}
          isNarrow={isNarrow}
          onChoose={player.choose}
          onOpenChange={controls.onMenu}
        />
      )}
      {!isNarrow && (
        <>
          <SpeedMenu {...speedChoice} onOpenChange={controls.onMenu} />
          {hasPictureInPicture() && (
            <ControlButton
              name="Picture in picture"
              shortcut="i"
              side="right"
              icon={PictureInPicture2}
              onClick={() => controls.run({ kind: 'pictureInPicture' })}
            />
          )}
          {player.showScreens && <ControlButton name="AirPlay" side="right" icon={Airplay} onClick={player.showScreens} />}
          {controls.hasTheatre && !controls.isFullscreen && (
            <ControlButton
              name="Theatre mode"
              shortcut="t"
              side="right"
              icon={RectangleHorizontal}
              isPressed={controls.isTheatre}
              onClick={() => controls.run({ kind: 'theatre' })}
            />
          )}
        </>
      )}
      <MoreMenu player={player} controls={controls} options={options} speed={speedChoice} isNarrow={isNarrow} />
      <ControlButton
        name={controls.isFullscreen ? 'Exit full screen' : 'Full screen'}
        shortcut="f"
        side="right"
        icon={controls.isFullscreen ? Minimize : Maximize}
        onClick={() => controls.run({ kind: 'fullscreen' })}
      />
    </>
  )
}
