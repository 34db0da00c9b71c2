import { sentences } from '@video-forge/contract/sentences'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { useIsOnline } from '../../../ui/use-is-online.ts'
import { LoadingOverlay } from '../loading-overlay.tsx'
import { EncodingNotice } from './encoding/encoding-notice.tsx'
import type { Player } from './use-player.ts'

const noticeStyle =
  'scheme-dark absolute inset-x-2 top-2 mx-auto w-fit max-w-full rounded-surface border border-line bg-raised text-13 text-ink'

/** What lies over the picture while it cannot be played: loading, waiting for the encoder, or an error. */
export function StageMessages({ player }: { player: Player }) {
  const { stream, failed, isWaiting, encodingWait } = player
  const error = failed ? sentences.videoFailed : !stream.playing && stream.error?.message
  const isOnline = useIsOnline()
  if (error) return <ErrorMessage player={player} text={error} />
  return (
    <>
      {isWaiting && !encodingWait && (isOnline ? <LoadingOverlay /> : <OfflineNotice />)}
      {encodingWait && <EncodingNotice wait={encodingWait} onGoBack={player.goBack} />}
      {stream.isAwaitingQuality && (
        <p role="status" className={`${noticeStyle} px-4 py-2`}>
          This browser cannot play the original. Playback begins as soon as another quality can be watched.
        </p>
      )}
      {stream.error && !stream.isAwaitingQuality && (
        <div role="alert" className={`${noticeStyle} flex flex-wrap items-center justify-center gap-x-3 gap-y-1 py-1 pr-1 pl-4`}>
          <span>{stream.error.message}</span>
          {player.isLost && !player.isPlaying && <span>Playback continues by itself when the connection is back.</span>}
          <Button size="small" kind="quiet" onClick={player.retry}>
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

const OfflineNotice = () => (
  <div role="status" className="pointer-events-none absolute inset-0 flex items-center justify-center p-4">
    <span className="rounded-control bg-stage/85 px-3 py-1.5 text-center font-medium text-13 text-on-stage forced-colors:border">
      No connection. Playback continues by itself when it is back.
    </span>
  </div>
)

const ErrorMessage = ({ player, text }: { player: Player; text: string }) => (
  <div
    role="alert"
    className="scheme-dark absolute inset-0 flex flex-col items-center justify-center gap-4 bg-stage p-4 text-center text-on-stage"
  >
    <TriangleAlert aria-hidden="true" className="size-8 opacity-80 max-sm:hidden" />
    <div className="flex max-w-md flex-col gap-1">
      <p className="font-semibold text-16">{text}</p>
      <p className="text-14 opacity-80">{adviceFor(player)}</p>
    </div>
    <Button onClick={player.retry}>Try again</Button>
  </div>
)

function adviceFor({ failed, isLost, quality }: Player): string | undefined {
  if (isLost) return 'The connection was lost. Playback continues by itself when it is back.'
  if (!failed) return undefined
  if (quality === 'original') return 'This browser may not support the original file. Choose another quality, or try again.'
  return failed === 'format'
    ? 'This browser could not decode the video. Choose another quality, or try again.'
    : 'The file did not load. The server may be busy, or the connection may have been lost.'
}
