import { type RefObject, useCallback, useEffect, useState } from 'react'
import { commandOf, hasOwnUse } from './key-commands.ts'
import { perform } from './perform-command.ts'

/** How long the word about a key stays over the picture. */
const wordMilliseconds = 900

/** The keys of the player work on the whole page, wherever nothing else has a use for them. */
export function useKeyboard(video: RefObject<HTMLVideoElement | null>, onHelp: () => void) {
  const [word, setWord] = useState<{ text: string }>()

  useEffect(() => {
    if (!word) return
    const timer = setTimeout(() => setWord(undefined), wordMilliseconds)
    return () => clearTimeout(timer)
  }, [word])

  const press = useCallback(
    (event: KeyboardEvent) => {
      const command = commandOf(event)
      if (!command || event.defaultPrevented || hasOwnUse(event.target, event.key)) return
      if (command.kind === 'help') {
        event.preventDefault()
        onHelp()
      } else if (video.current) {
        event.preventDefault()
        const text = perform(video.current, command)
        if (text) setWord({ text })
      }
    },
    [video, onHelp],
  )
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])

  return word?.text
}
