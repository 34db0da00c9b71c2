import { call } from './call.ts'
import { endSession } from './session-store.ts'

/** Long enough for a renewal on the way, short enough that nobody stays signed in because a server is away. */
const patienceSeconds = 5

export async function signOut(): Promise<void> {
  try {
    await call('POST /auth/logout', {}, { timeoutSeconds: patienceSeconds })
  } catch (error) {
    console.warn('The server did not hear of the sign-out.', error)
  } finally {
    endSession()
  }
}
