import { useQueryClient } from '@tanstack/react-query'
import type { Caption } from '@video-forge/contract/captions'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { videoKeys } from '../../../videos-view/video-keys.ts'
import { titleOf } from '../../../videos-view/video-title.ts'
import type { Player } from './use-player.ts'

interface StageProps {
  video: VideoDetails
  player: Player
  captions: readonly Caption[]
}

/** The picture: the video element, and its last frame while the source changes. */
export function Stage({ video, player, captions }: StageProps) {
  const renew = useRenewal(video.id)
  return (
    <>
      <video
        ref={player.element}
        aria-label={titleOf(video)}
        controlsList="nodownload"
        playsInline
        preload="metadata"
        poster={video.thumbnailUrl ?? undefined}
        className="absolute inset-0 size-full touch-manipulation object-contain"
        {...player.handlers}
      >
        {captions.map(({ id, language, label, url }) => (
          <track key={id} id={id} kind="captions" srcLang={language} label={label} src={url} onError={renew} />
        ))}
      </video>
      <canvas ref={player.cover} hidden className="pointer-events-none absolute inset-0 size-full object-contain" />
    </>
  )
}

/** Signed addresses of captions expire; those of the video fetched again are new. */
function useRenewal(id: string): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: videoKeys.anyOf(id) })
}
