import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { takeReturnPath } from '../../../session/return-path.ts'
import { currentUser } from '../../../session/session-store.ts'
import { useDocumentTitle } from '../../../ui/document-title.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Wordmark } from '../../../ui/wordmark.tsx'
import { finishProviderSignIn, hasExchanged } from './finish-provider-sign-in.ts'
import { rememberedProvider } from './provider-name.ts'

type Outcome = { kind: 'success' } | { kind: 'failure'; message: string }

export function CallbackPage() {
  useDocumentTitle('Signing in')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [provider] = useState(rememberedProvider)
  const [outcome, setOutcome] = useState<Outcome>()
  // Someone who is already signed in opened an old return address; there is nothing to do.
  const [isStale] = useState(() => currentUser() !== undefined && !hasExchanged(query.get('code')))

  useEffect(() => {
    if (isStale) return
    finishProviderSignIn(query).then(
      () => setOutcome({ kind: 'success' }),
      (error: unknown) =>
        setOutcome({ kind: 'failure', message: error instanceof ApiError ? error.message : sentences.authenticationFailed }),
    )
  }, [query, isStale])

  useEffect(() => {
    if (!outcome) return
    const delay = outcome.kind === 'success' ? limits.callbackSuccessDelay : limits.callbackErrorDelay
    const timer = setTimeout(() => navigate('/', { replace: true, state: takeReturnPath() }), delay)
    return () => clearTimeout(timer)
  }, [outcome, navigate])

  if (isStale) return <Navigate to="/" replace />
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[440px] flex-col items-center justify-center gap-6 px-4">
      <Wordmark />
      <h1 className="font-semibold text-20 tracking-tight">Signing in with {provider}</h1>
      <div className="flex min-h-16 w-full flex-col items-center">
        {!outcome && <p className="text-muted">One moment, we are checking with {provider}.</p>}
        {outcome?.kind === 'success' && <Notice tone="good">You are signed in. Taking you to your dashboard.</Notice>}
        {outcome?.kind === 'failure' && (
          <Notice tone="bad" title={outcome.message}>
            Taking you back to the sign-in page.
          </Notice>
        )}
      </div>
    </main>
  )
}
