import type { User } from '@video-forge/contract/accounts/accounts'
import { useSyncExternalStore } from 'react'
import { currentUser, subscribe } from './session-store.ts'

/** The signed-in user, or undefined. */
export const useSession = (): User | undefined => useSyncExternalStore(subscribe, currentUser)
