import { vi } from 'vitest'

/** At its real cost each hash takes 40 ms of CPU time, and most suites sign people up and in. passwords.test.ts proves the real cost. */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...argon2, hash: (password: string) => argon2.hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 }) }
})
