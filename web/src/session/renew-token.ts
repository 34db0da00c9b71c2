import { sentences } from '@video-forge/contract/sentences'
import { ApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import { parseLoginResult } from './login-result.ts'
import { expireSession, startSession } from './session-store.ts'
import { storedRefreshToken, storedToken } from './stored-session.ts'

/**
 * A refresh token works once, so within a tab all calls that met a 401 wait for one refresh, and between tabs a lock lets
 * one tab refresh while the others wait and then take over what it stored. Where the browser has no locks (plain http on
 * a network address) two tabs may refresh at once: the server forgives that for some seconds, and the tab that loses
 * takes over the other's tokens instead of ending the session.
 */
let running: Promise<string> | undefined

export function renewToken(refused: string): Promise<string> {
  running ??= withLock(() => renew(refused)).finally(() => {
    running = undefined
  })
  return running
}

const withLock = (work: () => Promise<string>): Promise<string> =>
  'locks' in navigator ? navigator.locks.request('video_forge_refresh', work) : work()

const newerThan = (refused: string): string | undefined => {
  const stored = storedToken()
  return stored === refused ? undefined : stored
}

async function renew(refused: string): Promise<string> {
  const adopted = newerThan(refused)
  if (adopted) return adopted

  const refreshToken = storedRefreshToken()
  try {
    if (!refreshToken) throw new ApiError({ status: 401 }, sentences.noRefreshToken)
    const session = parseLoginResult(await send('POST /auth/refresh', { body: { refreshToken } }))
    // Somebody signed out, or in as another, while the answer was on its way: that holds, not this.
    if (storedRefreshToken() !== refreshToken) return newerThan(refused) ?? rejectAsSignedOut()
    startSession(session)
    return session.token
  } catch (error) {
    const other = newerThan(refused)
    if (other) return other
    // No answer, or 'come back later', says nothing about the session: a dropped network or a restarting server must not
    // sign anybody out.
    if (!(error instanceof ApiError && error.isTemporary)) expireSession()
    throw error instanceof ApiError ? error.withDefault(sentences.refreshFailed) : error
  }
}

function rejectAsSignedOut(): never {
  throw new ApiError({ status: 401 }, sentences.refreshFailed)
}
