import type { VideoDetails } from '@video-forge/contract/gallery'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePlayReports } from '../plays/use-play-reports.ts'
import type { Choice } from './controls/quality-names.ts'
import { useKeyboard } from './controls/use-keyboard.ts'
import { encodedSeconds } from './encoding/encoded-range.ts'
import { useEncodingWait } from './encoding/use-encoding-wait.ts'
import { readSettings, rememberSettings } from './player-settings.ts'
import { useSource } from './source/use-source.ts'
import { useStream } from './source/use-stream.ts'
import { useStreamRecovery } from './source/use-stream-recovery.ts'

export interface PlayerOptions {
  video: VideoDetails
  /** The secret of the share link that opened the page. */
  link: string | undefined
  /** Plays as soon as it can, for someone who waited on the page until the video was ready. */
  startsByItself: boolean
}

/** Everything a player does, for the video page and the embed page. */
export function usePlayer({ video, link, startsByItself }: PlayerOptions) {
  const element = useRef<HTMLVideoElement>(null)
  const cover = useRef<HTMLCanvasElement>(null)
  const wasMutedByPlayer = useRef(false)
  const stream = useStream({ id: video.id, link, isGrowing: video.processing })
  const { renew, choose, choice, playing, offer } = stream
  const recovery = useStreamRecovery(renew)
  const { startOver, fail } = recovery
  const [helpOpen, setHelpOpen] = useState(false)
  const [isSubstitute, setIsSubstitute] = useState(false)

  useSource(element, playing?.source, {
    cover,
    startsByItself,
    onMuted: () => {
      wasMutedByPlayer.current = true
    },
    onFail: () => fail(element.current?.currentTime ?? 0),
    wish: () => ({ choice, qualities: offer?.qualities ?? [] }),
    onSubstitute: setIsSubstitute,
  })
  useStoredSettings(element)
  usePlayReports(element, video, link)
  useRenewalAfter(video.visibility, renew)
  const { frameSize, speed, isPlaying, handlers } = useElementState({ element, wasMutedByPlayer, recovery })
  const keyFeedback = useKeyboard(
    element,
    useCallback(() => setHelpOpen(true), []),
  )

  const isLive = playing?.source.kind === 'live'
  const encoded = isLive && offer ? encodedSeconds(offer.qualities) : undefined
  const { wait, goBack } = useEncodingWait(element, { encoded, jobSeconds: video.progress?.etaSeconds ?? null })

  const quality = isLive ? choice : playing?.source.kind === 'adaptive' ? ('auto' as const) : playing?.answer.stream.quality
  const isChanging = isLive || quality === 'auto'
  return {
    element,
    cover,
    stream,
    failed: recovery.failed,
    keyFeedback,
    helpOpen,
    setHelpOpen,
    speed,
    isPlaying,
    /** The quality that plays, which may differ from the one that was chosen; of a live stream the one that was chosen. */
    quality,
    /** The quality of the picture that is shown, also while another one was chosen. */
    shownQuality: (isLive && stream.offer?.qualities.find(({ resolution }) => resolution === frameSize)?.quality) || quality,
    /** Such a stream changes its resolution while it plays, so it is read from the element. */
    resolution: isChanging ? frameSize : playing?.answer.stream.resolution,
    /** Seconds from the start that are encoded; undefined if nothing is missing. */
    encoded,
    /** The chosen quality is not encoded up to here yet, so another one plays. */
    isSubstitute,
    /** Set while the player waits for a part that is not encoded yet. */
    encodingWait: wait,
    goBack,
    duration: playing?.answer.stream.duration ?? video.duration,
    retry: useCallback(() => {
      startOver()
      renew()
    }, [startOver, renew]),
    choose: useCallback(
      (choice: Choice) => {
        startOver()
        choose(choice)
      },
      [startOver, choose],
    ),
    /** Event handlers for the video element. */
    handlers,
  }
}

export type Player = ReturnType<typeof usePlayer>

type VideoRef = RefObject<HTMLVideoElement | null>

interface ElementStateOptions {
  element: VideoRef
  wasMutedByPlayer: RefObject<boolean>
  recovery: Pick<ReturnType<typeof useStreamRecovery>, 'fail' | 'noteProgress'>
}

/** Follows the video element, and stores the settings that people change on it. */
function useElementState({ element, wasMutedByPlayer, recovery }: ElementStateOptions) {
  const [frameSize, setFrameSize] = useState<string>()
  const [speed, setSpeed] = useState(1)
  const [isPlaying, setIsPlaying] = useState(false)
  const handlers = {
    onPlay: () => setIsPlaying(true),
    onPause: () => setIsPlaying(false),
    onError: () => recovery.fail(element.current?.currentTime ?? 0),
    onTimeUpdate: () => recovery.noteProgress(element.current?.currentTime ?? 0),
    onResize: () => setFrameSize(sizeOf(element.current)),
    onLoadedMetadata: () => setFrameSize(sizeOf(element.current)),
    onVolumeChange: () => {
      if (!element.current) return
      const { volume, muted } = element.current
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
  return { frameSize, speed, isPlaying, handlers }
}

const sizeOf = (video: HTMLVideoElement | null): string | undefined =>
  video && video.videoWidth > 0 ? `${video.videoWidth}x${video.videoHeight}` : undefined

function useStoredSettings(element: VideoRef): void {
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

/** A change of visibility invalidates the signed addresses. */
function useRenewalAfter(visibility: string, renew: () => void): void {
  const before = useRef(visibility)
  useEffect(() => {
    if (before.current === visibility) return
    before.current = visibility
    renew()
  }, [visibility, renew])
}
