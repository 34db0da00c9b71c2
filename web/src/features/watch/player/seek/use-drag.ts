import { type PointerEvent, type RefObject, useState } from 'react'
import { seekTo } from '../keyboard/perform-command.ts'

type SliderEvent = PointerEvent<HTMLDivElement>

/** Where the pointer is along the slider, 0 to 1. */
function shareAt({ currentTarget, clientX }: SliderEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0
}

/** A pointer over the slider: where it is, whether it drags, and the seeks that follow. */
export function useDrag(video: RefObject<HTMLVideoElement | null>, duration: number) {
  const [pointer, setPointer] = useState<number>()
  const [isDragged, setIsDragged] = useState(false)
  const goTo = (seconds: number) => {
    if (video.current && video.current.readyState > 0) seekTo(video.current, seconds)
  }
  const follow = (event: SliderEvent) => {
    if (duration === 0) return
    setPointer(shareAt(event))
    // The next seek starts when the last one is done, so that a long drag requests little.
    if (event.buttons === 1 && !video.current?.seeking) goTo(shareAt(event) * duration)
  }
  return {
    pointer,
    isDragged,
    goTo,
    handlers: {
      onPointerDown: (event: SliderEvent) => {
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setIsDragged(duration > 0)
        follow(event)
      },
      onPointerMove: follow,
      onPointerUp: (event: SliderEvent) => {
        if (!isDragged) return
        setIsDragged(false)
        goTo(shareAt(event) * duration)
        if (event.pointerType === 'touch') setPointer(undefined)
      },
      onPointerCancel: () => {
        setIsDragged(false)
        setPointer(undefined)
      },
      onPointerLeave: () => setPointer(undefined),
    },
  }
}
