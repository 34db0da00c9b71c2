import { ApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import { parseLoginResult } from './login-result.ts'
import { endSession } from './session-store.ts'
import { storedRefreshToken, storedToken } from './stored-session.ts'

/** Signs out locally first and on the server afterwards, so that a dead network does not delay it. */
export async function signOut(): Promise<void> {
  const token = storedToken()
  const refreshToken = storedRefreshToken()
  endSession()
  try {
    await endOnServer(token, refreshToken)
  } catch (error) {
    console.warn('sign-out call failed', error)
  }
}

async function endOnServer(token: string | undefined, refreshToken: string | undefined): Promise<void> {
  try {
    await send('POST /auth/logout', {}, { token, keepalive: true })
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotSignedIn && refreshToken)) throw error
    // The token has expired, but the refresh token is still valid and must be revoked too.
    const renewed = parseLoginResult(await send('POST /auth/refresh', { body: { refreshToken } }, { keepalive: true }))
    await send('POST /auth/logout', {}, { token: renewed.token, keepalive: true })
  }
}
