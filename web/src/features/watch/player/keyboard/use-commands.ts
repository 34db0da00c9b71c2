import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useFeedback } from '../surface/use-feedback.ts'
import type { Command } from './key-commands.ts'
import { type CommandTarget, feedbackForSeek, perform, seekTo } from './perform-command.ts'

interface CommandsOptions extends Omit<CommandTarget, 'video' | 'frame'> {
  element: RefObject<HTMLVideoElement | null>
  frame: RefObject<HTMLElement | null>
}

/** Performs commands of keys and gestures, and shows what they did. */
export function useCommands(options: CommandsOptions) {
  const { feedback, show } = useFeedback()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  return {
    feedback,
    show,
    /** Performs a command; a button shows its own state, so it needs no feedback. */
    run: useCallback((command: Command) => {
      const { element, frame, ...rest } = latest.current
      return element.current ? perform({ ...rest, video: element.current, frame: frame.current }, command) : undefined
    }, []),
    /** Seeks after a double tap. The feedback adds up the seconds of a series of taps. */
    seekByTap: useCallback(
      (seconds: number, total: number) => {
        const video = latest.current.element.current
        if (!video) return
        seekTo(video, video.currentTime + seconds)
        show({ text: feedbackForSeek(total), side: seconds > 0 ? 'right' : 'left' })
      },
      [show],
    ),
  }
}
