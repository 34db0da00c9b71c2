/** Short-lived shared memory: what is worth keeping for a while, and how often somebody did something lately. */
export interface Cache {
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, ttlSeconds: number): Promise<void>
  delete(key: string): Promise<void>
  /**
   * Counts one more event under the key; with `by` 0 only looks. The window opens with the first event and closes
   * `windowSeconds` later, whatever happens in between.
   */
  count(key: string, windowSeconds: number, by?: 0 | 1): Promise<{ count: number; resetInSeconds: number }>
  /** Takes one counted event back: it turned out not to be of the kind that is limited. */
  uncount(key: string): Promise<void>
  /** Rejects when the cache can't serve. */
  check(): Promise<void>
  close(): Promise<void>
}
