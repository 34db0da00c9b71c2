import { useState } from 'react'

const storageKey = 'video_forge_list_plays_on'

/** A browser may block storage; then it is on. */
function readChoice(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

/** Whether a playlist plays on. On until someone switches it off; the switch of single videos is another one, and off at first. */
export function usePlaysOnChoice(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(readChoice)
  const choose = (next: boolean) => {
    setOn(next)
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // The choice still applies to this page.
    }
  }
  return [isOn, choose]
}
