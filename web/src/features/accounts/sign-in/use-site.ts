import type { RegistrationMode } from '@video-forge/contract/rules/account-rules'
import { useEffect, useState } from 'react'
import { send } from '../../../api/send.ts'

/** How people get into this site. */
export interface SignInSite {
  googleSignIn: boolean
  oidc: { name: string; logo: string | null } | null
  registration: RegistrationMode
}

const untilKnown: SignInSite = { googleSignIn: false, oidc: null, registration: 'open' }

/** If the server does not answer, the Google button is shown and reports the problem itself. */
export function useSite(): SignInSite {
  const [site, setSite] = useState(untilKnown)
  useEffect(() => {
    const stop = new AbortController()
    send('GET /site', {}, { signal: stop.signal }).then(
      (answer) => setSite({ ...untilKnown, ...answer.site }),
      () => {
        if (!stop.signal.aborted) setSite({ ...untilKnown, googleSignIn: true })
      },
    )
    return () => stop.abort()
  }, [])
  return site
}
