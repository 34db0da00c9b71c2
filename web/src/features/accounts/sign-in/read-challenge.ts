import { type CodeChallenge, emailChallenge } from '../../../session/sign-in.ts'

/** Reads the navigation state of the second sign-in step. It is missing when the page was opened directly. */
export function readChallenge(state: unknown): CodeChallenge | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const { session, challenge, username, destination }: Record<string, unknown> = { ...state }
  if (typeof session !== 'string' || typeof username !== 'string') return undefined
  return {
    session,
    username,
    challenge: typeof challenge === 'string' ? challenge : emailChallenge,
    destination: typeof destination === 'string' ? destination : undefined,
  }
}
