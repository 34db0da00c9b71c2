/** Nothing of the work was started. `isOwn` says whether the key's own lane is full, or the whole queue. */
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
  /** Runs the work when its turn comes. Rejects with QueueFull, before anything starts, when there is no place to wait. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

interface Lane {
  running: number
  waiting: (() => void)[]
}

/**
 * Bounded work, shared fairly between keys: each key has a lane of its own, and the lanes take turns, so a hundred waiting
 * under one key delay another key by one turn. A lane exists only while something of it runs or waits.
 */
export function createFairQueue({ atOnce, maxWaiting, maxWaitingPerKey, maxRunningPerKey = atOnce }: FairQueueOptions): FairQueue {
  const lanes = new Map<string, Lane>()
  /** The lanes that have somebody waiting and may start another, in the order of their turns. */
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
      // At the end of the line again, so that every other lane comes first.
      takeTurn(lane)
      start()
    }
  }

  const leave = (key: string, lane: Lane) => {
    running -= 1
    lane.running -= 1
    takeTurn(lane)
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(key)
    startNext()
  }

  return {
    async run(key, work) {
      const lane = lanes.get(key) ?? { running: 0, waiting: [] }
      // Nobody who could start is overtaken here: lanes are in `turns` only while all places are taken.
      if (canStart(lane)) {
        lanes.set(key, lane)
        running += 1
        lane.running += 1
      } else {
        if (lane.waiting.length >= maxWaitingPerKey) throw new QueueFull(true)
        if (waiting >= maxWaiting) throw new QueueFull(false)
        lanes.set(key, lane)
        waiting += 1
        await new Promise<void>((resolve) => {
          lane.waiting.push(resolve)
          takeTurn(lane)
        })
      }
      try {
        return await work()
      } finally {
        leave(key, lane)
      }
    },
  }
}
