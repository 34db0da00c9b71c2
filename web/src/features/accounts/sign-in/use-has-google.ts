import { useEffect, useState } from 'react'
import { send } from '../../../api/send.ts'

/** Whether this site offers Google sign-in. When the server cannot be asked the button is there, and says itself what is wrong. */
export function useHasGoogle(): boolean {
  const [hasGoogle, setHasGoogle] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    send('GET /site', {}, { signal: stop.signal }).then(
      ({ site }) => setHasGoogle(site.googleSignIn),
      () => {
        if (!stop.signal.aborted) setHasGoogle(true)
      },
    )
    return () => stop.abort()
  }, [])
  return hasGoogle
}
