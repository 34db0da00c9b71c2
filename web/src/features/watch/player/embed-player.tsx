import { classNames } from '../../../ui/class-names.ts'
import { titleOf } from '../../../videos-view/video-title.ts'
import { KeyboardDialog } from './controls/keyboard-dialog.tsx'
import { QualityMenu } from './controls/quality-menu.tsx'
import { EmbedTitle } from './embed-title.tsx'
import { EncodingLine } from './encoding/encoding-line.tsx'
import { Stage } from './stage.tsx'
import { type PlayerOptions, usePlayer } from './use-player.ts'

/** The player in a frame: the video fills it, and the controls lie over it while they are needed. */
export function EmbedPlayer(options: PlayerOptions) {
  const player = usePlayer(options)
  const { stream } = player
  return (
    <div className="group relative size-full">
      <Stage video={options.video} player={player} label={titleOf(options.video)} />
      <div
        className={classNames(
          'absolute inset-x-0 top-0 flex items-start justify-between gap-2 p-2 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100',
          player.isPlaying && 'opacity-0',
        )}
      >
        <div className="flex min-w-0 flex-col items-start gap-1">
          <EmbedTitle video={options.video} link={options.link} />
          <EncodingLine video={options.video} className="rounded-control bg-stage/85 px-3 py-1.5 text-12 text-on-stage" />
        </div>
        {stream.offer && (
          <QualityMenu
            offer={stream.offer}
            value={player.quality}
            isChanging={stream.isChanging}
            onChoose={player.choose}
            side="bottom"
            className="shrink-0 bg-stage/85 text-on-stage"
          />
        )}
      </div>
      <KeyboardDialog open={player.helpOpen} onOpenChange={player.setHelpOpen} />
    </div>
  )
}
