import { invitationFragment } from '@video-forge/contract/rules/account-rules'
import { sentences } from '@video-forge/contract/sentences'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { send } from '../../../api/send.ts'

export interface OpenInvitation {
  token: string
  email: string
}

type Invitation = { kind: 'none' } | { kind: 'open'; invitation: OpenInvitation } | { kind: 'refused'; message: string }

/** The invitation in the address of the page, once the server has said whom it is for. */
export function useInvitation(): Invitation {
  const { hash } = useLocation()
  const token = hash.startsWith(`#${invitationFragment}`) ? hash.slice(invitationFragment.length + 1) : undefined
  const [found, setFound] = useState<Invitation>({ kind: 'none' })
  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    send('POST /auth/invitation', { body: { token } }, { signal: stop.signal }).then(
      ({ invitation: { email } }) => setFound({ kind: 'open', invitation: { token, email } }),
      (error: unknown) => {
        if (stop.signal.aborted) return
        setFound({ kind: 'refused', message: error instanceof ApiError ? error.message : sentences.invitationGone })
      },
    )
    return () => stop.abort()
  }, [token])
  return token ? found : { kind: 'none' }
}

/** Removes a used invitation from the address, because a reload would say that it is not valid. */
export function forgetInvitation(): void {
  const { pathname, search, hash } = window.location
  if (hash.startsWith(`#${invitationFragment}`)) window.history.replaceState(window.history.state, '', pathname + search)
}
