import { type CodeChallenge, emailChallenge } from '../../../session/sign-in.ts'

/** The second step's navigation state. Whoever opens the page without it has not done the first. */
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
