import { useEffect, useState } from 'react'
import { send } from '../../../api/send.ts'

/** Whether this site offers Google sign-in. If the server does not answer, the button is shown and reports the problem itself. */
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
