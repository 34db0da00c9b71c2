import { expect, test } from 'vitest'
import type { SessionLocks } from '../platform/database/locks/session-locks.ts'
import { createLocker } from './upload-locker.ts'

const acquire: SessionLocks['acquire'] = (_name, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('who waits for a busy upload in vain is asked to try again', async () => {
  const lock = createLocker({ acquire }, 1).newLock('upload')
  await expect(lock.lock(new AbortController().signal, () => {})).rejects.toMatchObject({ status_code: 423 })
})

test('an unreachable database is not a busy upload', async () => {
  const lock = createLocker({ acquire: () => Promise.reject(new Error('gone')) }).newLock('upload')
  await expect(lock.lock(new AbortController().signal, () => {})).rejects.toThrow('gone')
})
