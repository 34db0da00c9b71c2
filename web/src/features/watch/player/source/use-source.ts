import { type RefObject, useEffect, useRef } from 'react'
import { attachSource, type Source } from './attach-source.ts'
import { freezeFrame, unfreezeFrame } from './freeze-frame.ts'

interface UseSourceOptions {
  /** Over the video, for its last picture while the source changes. */
  cover: RefObject<HTMLCanvasElement | null>
  /** Plays as soon as it can, without being asked. */
  startsByItself: boolean
  /** It had to start without sound, which nobody chose. */
  onMuted: () => void
  onFail: () => void
}

/** Browsers refuse sound that nobody asked for, but not pictures. */
async function startUnasked(video: HTMLVideoElement, onMuted: () => void): Promise<void> {
  try {
    await video.play()
  } catch {
    onMuted()
    video.muted = true
    await video.play().catch(() => undefined)
  }
}

/** Plays a source. When it is replaced by another, the new one goes on where the old one was, playing if it was playing. */
export function useSource(ref: RefObject<HTMLVideoElement | null>, source: Source | undefined, options: UseSourceOptions): void {
  const kept = useRef<{ time: number; playing: boolean }>(undefined)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const video = ref.current
    if (!video || !source) return
    const cover = latest.current.cover.current
    let isLoaded = false
    const uncover = () => unfreezeFrame(cover)
    const goOn = () => {
      isLoaded = true
      if (!kept.current) {
        if (latest.current.startsByItself) void startUnasked(video, latest.current.onMuted)
        return
      }
      const { time, playing } = kept.current
      if (time > 0) video.currentTime = time
      video.addEventListener(time > 0 ? 'seeked' : 'loadeddata', uncover, { once: true })
      if (playing) void video.play().catch(() => undefined)
    }
    video.addEventListener('loadedmetadata', goOn, { once: true })
    video.addEventListener('error', uncover)
    const detach = attachSource(video, source, () => latest.current.onFail())
    return () => {
      // A source that never came to play has nothing to keep; what is kept is then still that of the one before.
      if (isLoaded) {
        kept.current = { time: video.currentTime, playing: !video.paused && !video.ended }
        freezeFrame(video, cover)
      }
      video.removeEventListener('loadedmetadata', goOn)
      video.removeEventListener('error', uncover)
      video.removeEventListener('seeked', uncover)
      video.removeEventListener('loadeddata', uncover)
      detach()
    }
  }, [ref, source])
}
