import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import { parseLoginResult } from './login-result.ts'
import { expireSession, startSession } from './session-store.ts'
import { storedRefreshToken, storedToken } from './stored-session.ts'

/**
 * A refresh token works once. Within a tab, all calls that got a 401 share one refresh; between tabs, a lock lets one tab
 * refresh and the others use the tokens it stored. Without browser locks (plain http on a network address) two tabs may
 * refresh at once: the server allows that for some seconds, and the tab that fails uses the tokens of the other.
 */
let running: Promise<string> | undefined

export function renewToken(rejectedToken: string): Promise<string> {
  running ??= withLock(() => renew(rejectedToken)).finally(() => {
    running = undefined
  })
  return running
}

const withLock = (work: () => Promise<string>): Promise<string> =>
  'locks' in navigator ? navigator.locks.request('video_forge_refresh', work) : work()

const newerThan = (rejectedToken: string): string | undefined => {
  const stored = storedToken()
  return stored === rejectedToken ? undefined : stored
}

async function renew(rejectedToken: string): Promise<string> {
  const newer = newerThan(rejectedToken)
  if (newer) return newer

  const refreshToken = storedRefreshToken()
  try {
    if (!refreshToken) throw new ApiError({ status: 401 }, sentences.noRefreshToken)
    const session = parseLoginResult(await send('POST /auth/refresh', { body: { refreshToken } }))
    // The user signed out or changed in the meantime; these tokens are obsolete.
    if (storedRefreshToken() !== refreshToken) return newerThan(rejectedToken) ?? rejectAsSignedOut()
    startSession(session)
    return session.token
  } catch (error) {
    const other = newerThan(rejectedToken)
    if (other) return other
    // A lost network or a restarting server must not sign anyone out.
    if (!(error instanceof ApiError && error.isTemporary)) expireSession()
    throw error instanceof ApiError ? error.withDefault(sentences.refreshFailed) : error
  }
}

function rejectAsSignedOut(): never {
  throw new ApiError({ status: 401 }, sentences.refreshFailed)
}
