import type { VideoDetails } from '@video-forge/contract/gallery'
import { titleOf } from '../../../videos-view/video-title.ts'
import type { Caption } from './captions/use-captions.ts'
import type { Player } from './use-player.ts'

/** Where the browser draws captions they are moved above the controls while these are shown. */
const captionsAboveControls = '[&::-webkit-media-text-track-container]:transition-transform'

interface StageProps {
  video: VideoDetails
  player: Player
  captions: readonly Caption[]
  hasControlsShown: boolean
}

/** The picture: the video element, and its last frame while the source changes. */
export const Stage = ({ video, player, captions, hasControlsShown }: StageProps) => (
  <>
    <video
      ref={player.element}
      aria-label={titleOf(video)}
      controlsList="nodownload"
      playsInline
      preload="metadata"
      poster={video.thumbnailUrl ?? undefined}
      className={`absolute inset-0 size-full touch-manipulation object-contain ${captionsAboveControls} ${hasControlsShown ? '[&::-webkit-media-text-track-container]:-translate-y-16' : ''}`}
      {...player.handlers}
    >
      {captions.map(({ id, language, label, url }) => (
        <track key={id} id={id} kind="captions" srcLang={language} label={label} src={url} />
      ))}
    </video>
    <canvas ref={player.cover} hidden className="pointer-events-none absolute inset-0 size-full object-contain" />
  </>
)
