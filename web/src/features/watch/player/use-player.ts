import type { VideoDetails } from '@video-forge/contract/gallery'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { usePlayReports } from '../plays/use-play-reports.ts'
import { type Choice, shownName } from './controls/quality-names.ts'
import { encodedSeconds } from './encoding/encoded-range.ts'
import { useEncodingWait } from './encoding/use-encoding-wait.ts'
import { useAirplay } from './screen/use-airplay.ts'
import { useAutomaticRetry } from './source/use-automatic-retry.ts'
import { useSource } from './source/use-source.ts'
import { useStream } from './source/use-stream.ts'
import { useStreamRecovery } from './source/use-stream-recovery.ts'
import { useIsWaiting } from './surface/use-is-waiting.ts'
import { useElementState } from './use-element-state.ts'
import { useStart } from './use-start.ts'

export interface PlayerOptions {
  video: VideoDetails
  /** The secret of the share link that opened the page. */
  link: string | undefined
  /** Plays as soon as it can, for someone who waited on the page until the video was ready. */
  startsByItself: boolean
  /** Starts without sound, whatever was chosen before. */
  startsMuted?: boolean
  /** Begins again at its end. */
  loops?: boolean
  /** The language of captions to show, null for none; undefined for what was chosen before. */
  captions?: string | null | undefined
  /** Without them, only the page around the player and keys control it. */
  hasControls?: boolean
  /** Called with the video element once it exists, to observe or control it. Returns a function that ends that. Must be stable. */
  onMedia?: (video: HTMLVideoElement) => (() => void) | undefined
}

/** What a player plays, for the video page and the embed page. Its controls are in use-controls.ts. */
export function usePlayer({ video, link, startsByItself, startsMuted = false, onMedia }: PlayerOptions) {
  const element = useRef<HTMLVideoElement>(null)
  const cover = useRef<HTMLCanvasElement>(null)
  const wasMutedByPlayer = useRef(false)
  const stream = useStream({ id: video.id, link, isGrowing: video.processing })
  const { renew, choice, playing, offer } = stream
  const recovery = useStreamRecovery(renew, leavingOriginal(stream, video.processing))
  const [isSubstitute, setIsSubstitute] = useState(false)

  useSource(element, playing?.source, {
    cover,
    startsByItself,
    startAt: useStart(element, video.duration),
    onMuted: () => {
      wasMutedByPlayer.current = true
    },
    onFail: (cause, gone) => recovery.fail(element.current?.currentTime ?? 0, cause, gone),
    wish: () => ({ choice, qualities: offer?.qualities ?? [] }),
    onSubstitute: setIsSubstitute,
  })
  usePlayReports(element, video, link)
  useRenewalAfter(`${video.visibility} ${video.hasPassword} ${video.embedDomains ?? ''}`, renew)
  const state = useElementState({ element, wasMutedByPlayer, recovery })
  useMutedStart(element, wasMutedByPlayer, startsMuted)
  useObserver(element, onMedia)

  const isLive = playing?.source.kind === 'live'
  const encoded = isLive && offer ? encodedSeconds(offer.qualities) : undefined
  const { wait, goBack } = useEncodingWait(element, { encoded, jobSeconds: video.progress?.etaSeconds ?? null })

  return {
    ...state,
    ...qualityOf(stream, state.frameSize),
    ...useFreshStart(stream, recovery),
    element,
    cover,
    stream,
    failed: recovery.failed,
    isWaiting: useIsWaiting(element, playing !== undefined),
    /** Seconds from the start that are encoded; undefined if nothing is missing. */
    encoded,
    /** The chosen quality is not encoded up to here yet, so another one plays. */
    isSubstitute,
    /** Set while the player waits for a part that is not encoded yet. */
    encodingWait: wait,
    goBack,
    duration: playing?.answer.stream.duration ?? video.duration,
    showScreens: useAirplay(element),
  }
}

type Stream = ReturnType<typeof useStream>

export type Player = ReturnType<typeof usePlayer>

/** What replaces an original that this browser cannot play, such as a damaged one: what is being encoded of it, if nothing else can be chosen. */
function leavingOriginal({ leaveOriginal, isWithoutOriginal, choice, playing, offer }: Stream, isGrowing: boolean) {
  const isChosen = choice === 'original' && offer?.qualities.some(({ quality }) => quality !== 'original')
  const canLeave = isGrowing && !isWithoutOriginal && !isChosen && playing?.answer.stream.quality === 'original'
  return canLeave ? leaveOriginal : undefined
}

/** What is shown of the quality that plays. */
function qualityOf({ playing, offer, choice }: Stream, frameSize: string | undefined) {
  const isLive = playing?.source.kind === 'live'
  const quality = isLive ? choice : playing?.source.kind === 'adaptive' ? ('auto' as const) : playing?.answer.stream.quality
  const isChanging = isLive || quality === 'auto'
  return {
    /** The quality that plays, which may differ from the one that was chosen; of a live stream the one that was chosen. */
    quality,
    /** The name of the quality of the picture that is shown, if that changes while it plays. */
    shownQuality: isChanging ? shownName(offer?.qualities ?? [], frameSize) : undefined,
    /** Such a stream changes its resolution while it plays, so it is read from the element. */
    resolution: isChanging ? frameSize : playing?.answer.stream.resolution,
  }
}

/** A retry and another quality forget the failures before them. A lost connection is retried without a click. */
function useFreshStart({ startAgain, choose, error }: Stream, { startOver, failed }: ReturnType<typeof useStreamRecovery>) {
  const retry = useCallback(() => {
    startOver()
    startAgain()
  }, [startOver, startAgain])
  const chooseQuality = useCallback(
    (next: Choice) => {
      startOver()
      choose(next)
    },
    [startOver, choose],
  )
  const isLost = failed === 'network' || (error instanceof ApiError && error.isTemporary)
  useAutomaticRetry(isLost, retry)
  return { isLost, retry, choose: chooseQuality }
}

type VideoRef = RefObject<HTMLVideoElement | null>

function useObserver(element: VideoRef, onMedia: PlayerOptions['onMedia']): void {
  useEffect(() => (element.current ? onMedia?.(element.current) : undefined), [element, onMedia])
}

/** After the stored settings are applied, and without storing it as one. */
function useMutedStart(element: VideoRef, wasMutedByPlayer: RefObject<boolean>, startsMuted: boolean): void {
  useLayoutEffect(() => {
    const video = element.current
    if (!video || !startsMuted || video.muted) return
    wasMutedByPlayer.current = true
    video.muted = true
  }, [element, wasMutedByPlayer, startsMuted])
}

/** A change of who may watch invalidates the addresses. */
function useRenewalAfter(rights: string, renew: () => void): void {
  const before = useRef(rights)
  useEffect(() => {
    if (before.current === rights) return
    before.current = rights
    renew()
  }, [rights, renew])
}
