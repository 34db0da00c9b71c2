import { type RefObject, useEffect, useRef } from 'react'
import { attachSource, type Source } from './attach-source.ts'
import { freezeFrame, unfreezeFrame } from './freeze-frame.ts'
import type { LiveOptions } from './live/live-source.ts'

interface UseSourceOptions {
  /** Lies over the video and shows its last frame while the source changes. */
  cover: RefObject<HTMLCanvasElement | null>
  /** Plays as soon as it can, without a click. */
  startsByItself: boolean
  /** Where the first source starts, in seconds. */
  startAt: number
  /** Called when it had to start muted. */
  onMuted: () => void
  onFail: LiveOptions['onFail']
  /** What should play of a source that is still being encoded. */
  wish: LiveOptions['wish']
  onSubstitute: LiveOptions['onSubstitute']
}

/** Browsers block autoplay with sound, but not without. */
async function autoplay(video: HTMLVideoElement, onMuted: () => void): Promise<void> {
  try {
    await video.play()
  } catch {
    onMuted()
    video.muted = true
    await video.play().catch(() => undefined)
  }
}

/** Plays a source. When it is replaced, the new one continues at the same time, playing or paused as before. */
export function useSource(ref: RefObject<HTMLVideoElement | null>, source: Source | undefined, options: UseSourceOptions): void {
  const position = useRef<{ time: number; playing: boolean }>(undefined)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const video = ref.current
    if (!video || !source) return
    const cover = latest.current.cover.current
    let isLoaded = false
    // Someone may press play before there is a source. Attaching one forgets that.
    const isAwaited = !video.paused
    const uncover = () => unfreezeFrame(cover)
    const restore = () => {
      isLoaded = true
      if (!position.current) {
        const { startAt, startsByItself, onMuted } = latest.current
        if (startAt > 0) video.currentTime = Math.min(startAt, Number.isFinite(video.duration) ? video.duration : startAt)
        if (startsByItself || isAwaited) void autoplay(video, onMuted)
        return
      }
      const { time, playing } = position.current
      if (time > 0) video.currentTime = time
      video.addEventListener(time > 0 ? 'seeked' : 'loadeddata', uncover, { once: true })
      if (playing) void video.play().catch(() => undefined)
    }
    let wasPlaying = false
    let isPausedByFailure = false
    const noteStart = () => {
      wasPlaying = true
    }
    const noteStop = () => {
      wasPlaying &&= isPausedByFailure
      isPausedByFailure = false
    }
    // Chromium pauses what has failed, and says so after the error.
    const noteFailure = () => {
      isPausedByFailure = wasPlaying && video.paused
    }
    video.addEventListener('loadedmetadata', restore, { once: true })
    video.addEventListener('error', uncover)
    video.addEventListener('error', noteFailure)
    video.addEventListener('play', noteStart)
    video.addEventListener('pause', noteStop)
    latest.current.onSubstitute(false)
    const detach = attachSource(video, source, {
      startAt: position.current?.time ?? latest.current.startAt,
      isAwaited: isAwaited || latest.current.startsByItself || position.current !== undefined,
      wish: () => latest.current.wish(),
      onSubstitute: (isSubstitute) => latest.current.onSubstitute(isSubstitute),
      onFail: (cause, gone) => latest.current.onFail(cause, gone),
    })
    return () => {
      // A source that never loaded has no position; the one from before stays.
      if (isLoaded) {
        position.current = { time: video.currentTime, playing: (video.error ? wasPlaying : !video.paused) && !video.ended }
        freezeFrame(video, cover)
      }
      video.removeEventListener('loadedmetadata', restore)
      video.removeEventListener('error', uncover)
      video.removeEventListener('error', noteFailure)
      video.removeEventListener('play', noteStart)
      video.removeEventListener('pause', noteStop)
      video.removeEventListener('seeked', uncover)
      video.removeEventListener('loadeddata', uncover)
      detach()
    }
  }, [ref, source])
}
