import type { User } from '@video-forge/contract/accounts/accounts'
import { parseUser } from './parse-user.ts'

/** The four local-storage keys of a session. `token` is the identity token, which calls send. */
const keys = {
  token: 'video_forge_token',
  user: 'video_forge_user',
  accessToken: 'video_forge_access_token',
  refreshToken: 'video_forge_refresh_token',
} as const

export interface Session {
  token: string
  accessToken: string | undefined
  refreshToken: string | undefined
  user: User
}

export const isSessionKey = (key: string | null): boolean => key === null || Object.values<string>(keys).includes(key)

/** A browser may block storage inside a frame; the viewer then counts as signed out. */
function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export const storedToken = (): string | undefined => read(keys.token)
export const storedRefreshToken = (): string | undefined => read(keys.refreshToken)
export const storedUserText = (): string | undefined => read(keys.user)

/** Signed in requires both a token and a readable user. */
export function readUser(): User | undefined {
  const text = storedUserText()
  if (!storedToken() || !text) return undefined
  try {
    return parseUser(JSON.parse(text))
  } catch {
    return undefined
  }
}

function set(key: string, value: string | undefined): void {
  if (value === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
}

/** The token is written last, so that another tab never sees half a session. */
export function writeSession(session: Session): void {
  set(keys.refreshToken, session.refreshToken)
  set(keys.accessToken, session.accessToken)
  writeUser(session.user)
  set(keys.token, session.token)
}

export const writeUser = (user: User): void => set(keys.user, JSON.stringify(user))

export function eraseSession(): void {
  for (const key of Object.values(keys)) localStorage.removeItem(key)
}
