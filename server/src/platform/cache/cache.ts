/** How many events may be counted under a key within a window of time. */
export interface Counter {
  key: string
  most: number
  perSeconds: number
}

export interface Count {
  /** As it was before the call. */
  count: number
  resetInSeconds: number
}

/**
 * What a call does to its counters: nothing; one more event for each that is not used up; or one more for all of them, unless
 * one is used up.
 */
export type CountMode = 'look' | 'each' | 'all-or-none'

/** Short-lived shared memory: what is worth keeping for a while, and how often somebody did something lately. */
export interface Cache {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, ttlSeconds: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Counts in one step, whoever else counts. A window opens with its first event and closes `perSeconds` later, whatever
   * happens in between. A counter never goes past `most`, so what is refused writes nothing.
   */
  count(counters: readonly Counter[], mode: CountMode): Promise<Count[]>
  /** Takes one counted event back: it turned out not to be of the kind that is limited. With the last one the window goes. */
  uncount(keys: readonly string[]): Promise<void>
  /** Rejects when the cache can't serve. */
  check(): Promise<void>
  close(): Promise<void>
}
