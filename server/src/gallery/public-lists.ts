/**
 * What visitors ask for most is the same for all of them, so it is made once and kept until the database says that a
 * public video came, changed or went. While nobody can say so, because the connection is lost, nothing is kept.
 */
export function createPublicLists<Answer>() {
  const mostKept = 200
  const kept = new Map<string, Promise<Answer>>()
  let isListening = false

  return {
    /** The kept answer, or a new one, which everybody who asks meanwhile waits for too. */
    get(key: string, make: () => Promise<Answer>): Promise<Answer> {
      if (!isListening) return make()
      const known = kept.get(key)
      if (known) return known
      const made = make()
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, made)
      made.catch(() => {
        if (kept.get(key) === made) kept.delete(key)
      })
      return made
    },

    /** An answer that is being made at this moment was asked for before the change and is not kept either. */
    forget: () => kept.clear(),

    setListening(value: boolean): void {
      isListening = value
      kept.clear()
    },
  }
}

export type PublicLists<Answer> = ReturnType<typeof createPublicLists<Answer>>
