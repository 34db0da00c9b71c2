import { useCallback, useEffect, useState } from 'react'
import { readSettings, rememberSettings } from '../player-settings.ts'
import { type Command, commandOf, handlesKey } from './key-commands.ts'

/** The player's keys work on the whole page, unless the focused element handles them or they are switched off. */
export function useKeyboard(onCommand: (command: Command) => void) {
  const [isOn, setIsOn] = useState(() => readSettings().hasShortcuts)
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const command = commandOf(event)
      if (!command || event.defaultPrevented || handlesKey(event.target, event.key)) return
      event.preventDefault()
      onCommand(command)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, onCommand])
  return {
    isOn,
    setIsOn: useCallback((next: boolean) => {
      setIsOn(next)
      rememberSettings({ hasShortcuts: next })
    }, []),
  }
}
