import type { User } from '@video-forge/contract/accounts/accounts'
import {
  eraseSession,
  isSessionKey,
  readUser,
  type Session,
  storedToken,
  storedUserText,
  writeSession,
  writeUser,
} from './stored-session.ts'

/** The signed-in user. Local storage is the source of truth, so that a sign-in or sign-out applies to all tabs. */
const listeners = new Set<() => void>()
const expiryListeners = new Set<() => void>()

let seen: { text: string | undefined; hasToken: boolean } | undefined
let user: User | undefined

/** Returns the same object while nothing changes, as useSyncExternalStore requires. */
export function currentUser(): User | undefined {
  const now = { text: storedUserText(), hasToken: storedToken() !== undefined }
  if (!seen || seen.text !== now.text || seen.hasToken !== now.hasToken) {
    seen = now
    user = readUser()
  }
  return user
}

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

const onStorage = (event: StorageEvent): void => {
  if (isSessionKey(event.key)) notifyListeners()
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** Called when a session could not be renewed. */
export function onExpiry(listener: () => void): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

export function startSession(session: Session): void {
  writeSession(session)
  notifyListeners()
}

export function replaceUser(next: User): void {
  writeUser(next)
  notifyListeners()
}

export function endSession(): void {
  eraseSession()
  notifyListeners()
}

export function expireSession(): void {
  endSession()
  for (const listener of expiryListeners) listener()
}
