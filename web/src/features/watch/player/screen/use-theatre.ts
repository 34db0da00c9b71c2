import { useCallback, useState } from 'react'
import { readSettings, rememberSettings } from '../player-settings.ts'

/** A player as wide as the window, remembered. Only where the page has the space. */
export function useTheatre(isPossible: boolean) {
  const [isWanted, setIsWanted] = useState(() => readSettings().isTheatre)
  const toggle = useCallback(() => {
    setIsWanted(!isWanted)
    rememberSettings({ isTheatre: !isWanted })
    return !isWanted
  }, [isWanted])
  return { isTheatre: isPossible && isWanted, toggle: isPossible ? toggle : undefined }
}
