import { sentences } from '@video-forge/contract/sentences'
import { call } from './call.ts'
import { parseUser } from './parse-user.ts'
import { currentUser, replaceUser } from './session-store.ts'

/** Fetches the profile, so that a changed role shows without a new sign-in. On failure the stored user stays. */
export async function refreshProfile(): Promise<void> {
  const before = currentUser()
  if (!before) return
  try {
    const user = parseUser((await call('GET /auth/profile')).user)
    // The user may have signed out or changed in the meantime.
    if (user && currentUser()?.username === before.username) replaceUser(user)
  } catch (error) {
    // An expired session has already been handled.
    if (currentUser()) console.warn(sentences.profileFailed, error)
  }
}
