/** How many events may be counted under a key within a window of time. */
export interface Counter {
  key: string
  most: number
  perSeconds: number
}

export interface Count {
  /** Before the call. */
  count: number
  resetInSeconds: number
}

/**
 * What a call does to its counters: nothing; count one event in each that is not used up; or count one in all of them, unless one is used
 * up.
 */
export type CountMode = 'look' | 'each' | 'all-or-none'

/** Short-lived shared memory: cached values, and counters for rate limits. */
export interface Cache {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, ttlSeconds: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Counts atomically. A window opens with its first event and closes `perSeconds` later, whatever happens in between. A counter never
   * exceeds `most`, so a refused event writes nothing.
   */
  count(counters: readonly Counter[], mode: CountMode): Promise<Count[]>
  /** Takes one counted event back. With the last one the window ends. */
  uncount(keys: readonly string[]): Promise<void>
  /** Rejects when the cache can't serve. */
  check(): Promise<void>
  close(): Promise<void>
}
