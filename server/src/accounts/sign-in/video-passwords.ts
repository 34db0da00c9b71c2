import { clientNetworks } from '../../platform/network/client-network.ts'
import type { Attempt } from './attempt.ts'
import { slowUnlockAfter, unlockLimits } from './limits.ts'
import type { PasswordTries } from './password-tries.ts'
import { hashPassword, inHashQueue } from './passwords.ts'

const attemptAt = (account: string, address: string): Attempt => ({ account, networks: clientNetworks(address), device: undefined })

/** Passwords of videos. They are hashed, queued and limited as those of accounts: a video that many guess at becomes slow, never closed. */
export const createVideoPasswords = (tryPassword: PasswordTries) => ({
  hash: (ownerId: string, password: string, address: string): Promise<string> =>
    inHashQueue(attemptAt(ownerId, address), () => hashPassword(password)),

  isRight({
    videoId,
    password,
    stored,
    address,
  }: {
    videoId: string
    password: string
    stored: string
    address: string
  }): Promise<boolean> {
    const attempt = attemptAt(`video-${videoId}`, address)
    return tryPassword({ password, stored, attempt, refuseAfter: unlockLimits(attempt), slowAfter: slowUnlockAfter(attempt) })
  },
})
