import { type RefObject, useLayoutEffect, useState } from 'react'
import { playedSizeOf } from '../playback/use-played-size.ts'
import { readSettings, rememberSettings } from './player-settings.ts'
import { causeOf } from './source/failure-cause.ts'
import type { useStreamRecovery } from './source/use-stream-recovery.ts'

interface ElementStateOptions {
  element: RefObject<HTMLVideoElement | null>
  wasMutedByPlayer: RefObject<boolean>
  recovery: Pick<ReturnType<typeof useStreamRecovery>, 'fail' | 'noteProgress'>
}

/** Follows the video element, and stores the settings that people change on it. */
export function useElementState({ element, wasMutedByPlayer, recovery }: ElementStateOptions) {
  const [frameSize, setFrameSize] = useState<string>()
  const [speed, setSpeed] = useState(1)
  const [isPlaying, setIsPlaying] = useState(false)
  const [hasStarted, setHasStarted] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const [sound, setSound] = useState(() => ({ volume: readSettings().volume, isMuted: readSettings().muted }))
  useStoredSettings(element)
  const handlers = {
    onPlay: () => {
      setIsPlaying(true)
      setHasStarted(true)
      setHasEnded(false)
    },
    onPause: () => setIsPlaying(false),
    onEnded: () => setHasEnded(true),
    onSeeking: () => setHasEnded(false),
    onError: () => recovery.fail(element.current?.currentTime ?? 0, causeOf(element.current?.error ?? null)),
    onTimeUpdate: () => recovery.noteProgress(element.current?.currentTime ?? 0),
    onResize: () => setFrameSize(playedSizeOf(element.current)),
    onLoadedMetadata: () => setFrameSize(playedSizeOf(element.current)),
    onVolumeChange: () => {
      if (!element.current) return
      const { volume, muted } = element.current
      setSound({ volume, isMuted: muted })
      wasMutedByPlayer.current &&= muted
      rememberSettings(wasMutedByPlayer.current ? { volume } : { volume, muted })
    },
    onRateChange: () => {
      const rate = element.current?.playbackRate ?? 1
      // The next source starts at the default rate.
      if (element.current) element.current.defaultPlaybackRate = rate
      setSpeed(rate)
      rememberSettings({ speed: rate })
    },
  }
  return { frameSize, speed, isPlaying, hasStarted, hasEnded, sound, handlers }
}

function useStoredSettings(element: RefObject<HTMLVideoElement | null>): void {
  useLayoutEffect(() => {
    const video = element.current
    if (!video) return
    const { volume, muted, speed } = readSettings()
    video.volume = volume
    video.muted = muted
    video.defaultPlaybackRate = speed
    video.playbackRate = speed
  }, [element])
}
