import { sentences } from '@video-forge/contract/sentences'
import { call } from './call.ts'
import { parseUser } from './parse-user.ts'
import { currentUser, replaceUser } from './session-store.ts'

/** Asks who is signed in, so that a changed role shows without a new sign-in. What is stored stays when nothing is learnt. */
export async function refreshProfile(): Promise<void> {
  const before = currentUser()
  if (!before) return
  try {
    const user = parseUser((await call('GET /auth/profile')).user)
    // The person may have signed out, or in as somebody else, while the answer was on its way.
    if (user && currentUser()?.username === before.username) replaceUser(user)
  } catch (error) {
    // A session that could not be renewed has been ended and shown already.
    if (currentUser()) console.warn(sentences.profileFailed, error)
  }
}
