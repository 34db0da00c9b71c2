import { type RefObject, useCallback, useEffect, useState } from 'react'
import { commandOf, handlesKey } from './key-commands.ts'
import { perform } from './perform-command.ts'

/** How long the feedback stays over the video. */
const feedbackMs = 900

/** The player's keys work on the whole page, unless the focused element handles them. Returns the feedback to show. */
export function useKeyboard(video: RefObject<HTMLVideoElement | null>, onHelp: () => void) {
  const [feedback, setFeedback] = useState<{ text: string }>()

  useEffect(() => {
    if (!feedback) return
    const timer = setTimeout(() => setFeedback(undefined), feedbackMs)
    return () => clearTimeout(timer)
  }, [feedback])

  const press = useCallback(
    (event: KeyboardEvent) => {
      const command = commandOf(event)
      if (!command || event.defaultPrevented || handlesKey(event.target, event.key)) return
      if (command.kind === 'help') {
        event.preventDefault()
        onHelp()
      } else if (video.current) {
        event.preventDefault()
        const text = perform(video.current, command)
        if (text) setFeedback({ text })
      }
    },
    [video, onHelp],
  )
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])

  return feedback?.text
}
