import { useState } from 'react'

/** A switch that this browser remembers. A browser may block storage; then each page begins as at first. */
export function useStoredSwitch(key: string, atFirst: boolean): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readSwitch(key) ?? atFirst)
  const choose = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(key, next ? 'on' : 'off')
    } catch {
      // The choice still applies to this page.
    }
  }
  return [isOn, choose]
}

function readSwitch(key: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(key)
    return stored === null ? undefined : stored === 'on'
  } catch {
    return undefined
  }
}
