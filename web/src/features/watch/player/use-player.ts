import type { VideoDetails } from '@video-forge/contract/gallery'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Choice } from './controls/quality-names.ts'
import { useKeyboard } from './controls/use-keyboard.ts'
import { readSettings, rememberSettings } from './player-settings.ts'
import { useSource } from './source/use-source.ts'
import { useStream } from './source/use-stream.ts'
import { useStreamRecovery } from './source/use-stream-recovery.ts'

export interface PlayerOptions {
  video: VideoDetails
  /** The secret of a share link that opened the page. */
  link: string | undefined
  /** Plays as soon as it can: whoever waited for the video need not start it. */
  startsByItself: boolean
}

/** All that a player does, for the two places that show one. */
export function usePlayer({ video, link, startsByItself }: PlayerOptions) {
  const element = useRef<HTMLVideoElement>(null)
  const cover = useRef<HTMLCanvasElement>(null)
  const stream = useStream({ id: video.id, link, isGrowing: video.processing !== null })
  const { renew, choose, playing } = stream
  const rescue = useStreamRecovery(renew)
  const { startOver, fail } = rescue
  const [helpOpen, setHelpOpen] = useState(false)
  const [seenSize, setSeenSize] = useState<string>()
  const [speed, setSpeed] = useState(1)
  const [isPlaying, setIsPlaying] = useState(false)

  const mutedByUs = useRef(false)

  useSource(element, playing?.source, {
    cover,
    startsByItself,
    onMuted: () => {
      mutedByUs.current = true
    },
    onFail: () => fail(element.current?.currentTime ?? 0),
  })
  useRememberedSettings(element)
  useRenewalAfter(video.visibility, renew)

  const isAdaptive = playing?.source.kind === 'adaptive'
  const retry = useCallback(() => {
    startOver()
    renew()
  }, [startOver, renew])
  return {
    element,
    cover,
    stream,
    retry,
    failed: rescue.failed,
    word: useKeyboard(
      element,
      useCallback(() => setHelpOpen(true), []),
    ),
    helpOpen,
    setHelpOpen,
    speed,
    isPlaying,
    /** The quality that plays; that it was chosen does not mean that it was there. */
    quality: isAdaptive ? ('auto' as const) : playing?.answer.stream.quality,
    /** The adaptive stream changes its size as it goes, so what the element shows is what counts. */
    resolution: isAdaptive ? seenSize : playing?.answer.stream.resolution,
    duration: playing?.answer.stream.duration ?? video.duration,
    choose: useCallback(
      (choice: Choice) => {
        startOver()
        choose(choice)
      },
      [startOver, choose],
    ),
    /** What the video element must report. */
    handlers: {
      onPlay: () => setIsPlaying(true),
      onPause: () => setIsPlaying(false),
      onError: () => fail(element.current?.currentTime ?? 0),
      onTimeUpdate: () => rescue.noteProgress(element.current?.currentTime ?? 0),
      onResize: () => setSeenSize(sizeOf(element.current)),
      onLoadedMetadata: () => setSeenSize(sizeOf(element.current)),
      onVolumeChange: () => {
        if (!element.current) return
        const { volume, muted } = element.current
        mutedByUs.current &&= muted
        rememberSettings(mutedByUs.current ? { volume } : { volume, muted })
      },
      onRateChange: () => {
        const rate = element.current?.playbackRate ?? 1
        // The rate at which the next source starts.
        if (element.current) element.current.defaultPlaybackRate = rate
        setSpeed(rate)
        rememberSettings({ speed: rate })
      },
    },
  }
}

export type Player = ReturnType<typeof usePlayer>

const sizeOf = (video: HTMLVideoElement | null): string | undefined =>
  video && video.videoWidth > 0 ? `${video.videoWidth}x${video.videoHeight}` : undefined

function useRememberedSettings(element: Player['element']): void {
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

/** Making a video private, or public, ends the addresses it had. */
function useRenewalAfter(visibility: string, renew: () => void): void {
  const before = useRef(visibility)
  useEffect(() => {
    if (before.current === visibility) return
    before.current = visibility
    renew()
  }, [visibility, renew])
}
