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
export const createFairQueue = (options: FairQueueOptions): FairQueue => new Lanes(options)

class Lanes implements FairQueue {
  private readonly lanes = new Map<string, Lane>()
  /** Lanes that have work waiting and may start it, in the order they are served. */
  private readonly turns = new Set<Lane>()
  private readonly limits: Required<FairQueueOptions>
  private runningCount = 0
  private waitingCount = 0

  constructor(options: FairQueueOptions) {
    this.limits = { maxRunningPerKey: options.atOnce, ...options }
  }

  async run<Result>(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    const lane = this.lanes.get(key) ?? { running: 0, waiting: [] }
    // This overtakes no other lane: lanes are in `turns` only while all places are in use.
    if (this.runningCount < this.limits.atOnce && lane.running < this.limits.maxRunningPerKey) {
      this.lanes.set(key, lane)
      this.countStart(lane)
    } else await this.wait(key, lane, signal)
    try {
      return await work()
    } finally {
      this.leave(key, lane)
    }
  }

  private wait(key: string, lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    if (lane.waiting.length >= this.limits.maxWaitingPerKey) throw new QueueFull(true)
    if (this.waitingCount >= this.limits.maxWaiting) throw new QueueFull(false)
    this.lanes.set(key, lane)
    this.waitingCount += 1
    const started = waitIn(lane, signal, () => {
      this.waitingCount -= 1
      if (lane.waiting.length === 0) this.turns.delete(lane)
      this.deleteIfEmpty(key, lane)
    })
    this.addTurn(lane)
    return started
  }

  private countStart(lane: Lane): void {
    this.runningCount += 1
    lane.running += 1
  }

  private addTurn(lane: Lane): void {
    if (lane.waiting.length > 0 && lane.running < this.limits.maxRunningPerKey) this.turns.add(lane)
  }

  private startNext(): void {
    for (const lane of this.turns) {
      if (this.runningCount >= this.limits.atOnce) return
      this.turns.delete(lane)
      const start = lane.waiting.shift()
      if (!start) continue
      this.waitingCount -= 1
      this.countStart(lane)
      // Last again, so that every other lane comes first.
      this.addTurn(lane)
      start()
    }
  }

  private leave(key: string, lane: Lane): void {
    this.runningCount -= 1
    lane.running -= 1
    this.addTurn(lane)
    this.deleteIfEmpty(key, lane)
    this.startNext()
  }

  private deleteIfEmpty(key: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.lanes.delete(key)
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
