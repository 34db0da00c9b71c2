import type { VideoDetails } from '@video-forge/contract/gallery'
import { sentences } from '@video-forge/contract/sentences'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { LoadingOverlay } from '../loading-overlay.tsx'
import { EncodingNotice } from './encoding/encoding-notice.tsx'
import type { Player } from './use-player.ts'

/** The video element, with loading, feedback and errors over it. */
export function Stage({ video, player, label }: { video: VideoDetails; player: Player; label: string }) {
  const { stream, failed } = player
  const error = failed ? sentences.videoFailed : !stream.playing && stream.error?.message
  return (
    <>
      <video
        ref={player.element}
        aria-label={label}
        controls
        controlsList="nodownload"
        playsInline
        preload="metadata"
        poster={video.thumbnailUrl ?? undefined}
        className="size-full object-contain focus-visible:-outline-offset-2"
        {...player.handlers}
      />
      <canvas ref={player.cover} hidden className="pointer-events-none absolute inset-0 size-full object-contain" />
      <div role="status" className="pointer-events-none absolute inset-x-0 top-4 flex justify-center">
        {player.keyFeedback && (
          <span className="rounded-control bg-stage/85 px-3 py-1.5 font-medium text-13 text-on-stage tabular-nums">
            {player.keyFeedback}
          </span>
        )}
      </div>
      {!stream.playing && !error && <LoadingOverlay />}
      {player.encodingWait && !error && <EncodingNotice wait={player.encodingWait} onGoBack={player.goBack} />}
      {error && (
        <div
          role="alert"
          className="scheme-dark absolute inset-0 flex flex-col items-center justify-center gap-4 bg-stage p-4 text-center text-on-stage"
        >
          <TriangleAlert aria-hidden="true" className="size-8 opacity-80 max-sm:hidden" />
          <div className="flex max-w-md flex-col gap-1">
            <p className="font-semibold text-16">{error}</p>
            {failed && <p className="text-14 opacity-80">{adviceFor(player.quality)}</p>}
          </div>
          <Button onClick={player.retry}>Try again</Button>
        </div>
      )}
    </>
  )
}

const adviceFor = (quality: Player['quality']): string =>
  quality === 'original'
    ? 'This browser may not support the original file. Choose another quality, or try again.'
    : 'The connection may have been lost.'
