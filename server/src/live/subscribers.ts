import type { Subscriber } from './subscriber.ts'

/** The open streams of this process, by user. */
export function createSubscribers() {
  const all = new Set<Subscriber>()
  const admins = new Set<Subscriber>()
  const byUser = new Map<string, Set<Subscriber>>()

  return {
    all,
    size: () => all.size,
    countOf: (userId: string) => byUser.get(userId)?.size ?? 0,

    add(subscriber: Subscriber): void {
      all.add(subscriber)
      const own = byUser.get(subscriber.userId)
      if (own) own.add(subscriber)
      else byUser.set(subscriber.userId, new Set([subscriber]))
    },

    remove(subscriber: Subscriber): void {
      all.delete(subscriber)
      admins.delete(subscriber)
      const own = byUser.get(subscriber.userId)
      own?.delete(subscriber)
      if (own?.size === 0) byUser.delete(subscriber.userId)
    },

    /** Admins get the events of all jobs. */
    setAdmin(subscriber: Subscriber, isAdmin: boolean): void {
      subscriber.isAdmin = isAdmin
      if (isAdmin) admins.add(subscriber)
      else admins.delete(subscriber)
    },

    isSubscribed: (userId: string): boolean => admins.size > 0 || byUser.has(userId),

    *of(userId: string): Generator<Subscriber> {
      yield* admins
      for (const subscriber of byUser.get(userId) ?? []) if (!subscriber.isAdmin) yield subscriber
    },
  }
}

export type Subscribers = ReturnType<typeof createSubscribers>
