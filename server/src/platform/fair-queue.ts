/** The work was not started. `isOwn`: the lane of its key is full, not the whole queue. */
export class QueueFull extends Error {
  readonly isOwn: boolean

  constructor(isOwn: boolean) {
    super(isOwn ? 'Too many are already waiting under this key.' : 'Too many are already waiting.')
    this.name = 'QueueFull'
    this.isOwn = isOwn
  }
}

export interface FairQueueOptions {
  /** How many run at once, over all keys. */
  atOnce: number
  /** How many wait at most, over all keys. */
  maxWaiting: number
  maxWaitingPerKey: number
  /** How many of one key run at once; `atOnce` when left out. */
  maxRunningPerKey?: number
}

export interface FairQueue {
  /**
   * Runs the work when its turn comes. Rejects with QueueFull, before anything starts, when there is no place to wait. A signal that is
   * aborted while the work waits takes it out of the queue; work that has started goes on.
   */
  run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

interface Lane {
  running: number
  waiting: (() => void)[]
}

/**
 * Bounded work, shared fairly between keys: each key has its own lane, and lanes are served round-robin, so a hundred waiting under one key
 * delay another key by one. A lane exists only while something of it runs or waits.
 */
export function createFairQueue({ atOnce, maxWaiting, maxWaitingPerKey, maxRunningPerKey = atOnce }: FairQueueOptions): FairQueue {
  const lanes = new Map<string, Lane>()
  /** Lanes that have work waiting and may start it, in the order they are served. */
  const turns = new Set<Lane>()
  let running = 0
  let waiting = 0

  const canStart = (lane: Lane) => running < atOnce && lane.running < maxRunningPerKey

  const takeTurn = (lane: Lane) => {
    if (lane.waiting.length > 0 && lane.running < maxRunningPerKey) turns.add(lane)
  }

  const startNext = () => {
    for (const lane of turns) {
      if (running >= atOnce) return
      turns.delete(lane)
      const start = lane.waiting.shift()
      if (!start) continue
      waiting -= 1
      running += 1
      lane.running += 1
      // Last again, so that every other lane comes first.
      takeTurn(lane)
      start()
    }
  }

  const deleteIfEmpty = (key: string, lane: Lane) => {
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(key)
  }

  const leave = (key: string, lane: Lane) => {
    running -= 1
    lane.running -= 1
    takeTurn(lane)
    deleteIfEmpty(key, lane)
    startNext()
  }

  const giveUp = (key: string, lane: Lane) => {
    waiting -= 1
    if (lane.waiting.length === 0) turns.delete(lane)
    deleteIfEmpty(key, lane)
  }

  return {
    async run(key, work, signal) {
      signal?.throwIfAborted()
      const lane = lanes.get(key) ?? { running: 0, waiting: [] }
      // This overtakes no other lane: lanes are in `turns` only while all places are in use.
      if (canStart(lane)) {
        lanes.set(key, lane)
        running += 1
        lane.running += 1
      } else {
        if (lane.waiting.length >= maxWaitingPerKey) throw new QueueFull(true)
        if (waiting >= maxWaiting) throw new QueueFull(false)
        lanes.set(key, lane)
        waiting += 1
        const started = waitIn(lane, signal, () => giveUp(key, lane))
        takeTurn(lane)
        await started
      }
      try {
        return await work()
      } finally {
        leave(key, lane)
      }
    },
  }
}

/** Resolves when the lane starts this place. An aborted signal takes the place out of the lane, and rejects. */
const waitIn = (lane: Lane, signal: AbortSignal | undefined, onGiveUp: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      lane.waiting.splice(lane.waiting.indexOf(start), 1)
      onGiveUp()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    lane.waiting.push(start)
  })
