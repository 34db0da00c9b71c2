import type { Listener } from './listener.ts'

/** Everybody who listens at this process, by what they may hear. */
export function createAudience() {
  const all = new Set<Listener>()
  const admins = new Set<Listener>()
  const byUser = new Map<string, Set<Listener>>()

  return {
    all,
    size: () => all.size,
    countOf: (userId: string) => byUser.get(userId)?.size ?? 0,

    add(listener: Listener): void {
      all.add(listener)
      const own = byUser.get(listener.userId)
      if (own) own.add(listener)
      else byUser.set(listener.userId, new Set([listener]))
    },

    remove(listener: Listener): void {
      all.delete(listener)
      admins.delete(listener)
      const own = byUser.get(listener.userId)
      own?.delete(listener)
      if (own?.size === 0) byUser.delete(listener.userId)
    },

    /** An admin hears of every job, the own ones included. */
    setAdmin(listener: Listener, isAdmin: boolean): void {
      listener.isAdmin = isAdmin
      if (isAdmin) admins.add(listener)
      else admins.delete(listener)
    },

    hears: (userId: string): boolean => admins.size > 0 || byUser.has(userId),

    *of(userId: string): Generator<Listener> {
      yield* admins
      for (const listener of byUser.get(userId) ?? []) if (!listener.isAdmin) yield listener
    },
  }
}

export type Audience = ReturnType<typeof createAudience>
