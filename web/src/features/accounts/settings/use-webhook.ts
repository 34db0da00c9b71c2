import type { Webhook } from '@video-forge/contract/webhooks'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../session/call.ts'

/** The own webhook: undefined until it is known, null when there is none. */
export function useWebhook() {
  const [webhook, setWebhook] = useState<Webhook | null>()
  const [failure, setFailure] = useState<string>()
  const load = useCallback(() => {
    const gone = new AbortController()
    setFailure(undefined)
    call('GET /account/webhook', {}, { signal: gone.signal }).then(
      (answer) => setWebhook(answer.webhook),
      (error: unknown) => {
        if (!gone.signal.aborted) setFailure(error instanceof ApiError ? error.message : 'The webhook could not be loaded.')
      },
    )
    return () => gone.abort()
  }, [])
  useEffect(load, [load])
  return { webhook, setWebhook, failure, load }
}
