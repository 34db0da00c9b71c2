import { vi } from 'vitest'

/** A wait ends as soon as it sees what it waits for. The limit is for what never comes, and a busy machine must not reach it. */
const defaultTimeoutMs = 30_000

const { waitFor } = vi
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: defaultTimeoutMs, ...options })
