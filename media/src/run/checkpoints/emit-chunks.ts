const defaultIntervalMs = 200

/** Cuts checkpoints or chunks of audio from the files of a running pass. */
interface Cutter<Chunk> {
  cut(isOver: boolean): Promise<Chunk | undefined>
  /** After the pass, when the fragments have their final places. */
  reopen(): void
}

export interface EmitOptions<Chunk> {
  /** Receives the next chunk. A rejected one may be offered again. */
  onChunk: (chunk: Chunk) => Promise<void>
  /** Decides after a rejection: offer the chunk again at the next interval, or stop. */
  onRejected: (error: unknown) => 'again' | 'stop'
  /** Nothing can be cut; no more chunks are emitted. */
  onFailure: (error: unknown) => void
  everyMs?: number | undefined
}

export interface Emitter {
  stop(): Promise<void>
  /** The pass is over: emits what is left. Rejects if that fails. */
  finish(): Promise<void>
}

/** Emits chunks in order and one at a time while a pass runs. */
export function emitChunks<Chunk>(
  cutter: Cutter<Chunk>,
  { onChunk, onRejected, onFailure, everyMs = defaultIntervalMs }: EmitOptions<Chunk>,
): Emitter {
  let waiting: Chunk | undefined
  let isStopped = false
  let hasFailed = false
  const stop = (): void => {
    isStopped = true
    clearInterval(timer)
  }
  const fail = (): void => {
    hasFailed = true
    stop()
  }
  const next = async (): Promise<Chunk | undefined> => {
    try {
      return await cutter.cut(false)
    } catch (error) {
      fail()
      onFailure(error)
      return undefined
    }
  }
  const emitFinished = async (): Promise<void> => {
    while (!isStopped) {
      waiting ??= await next()
      if (!waiting) return
      try {
        await onChunk(waiting)
        waiting = undefined
      } catch (error) {
        if (onRejected(error) === 'stop') fail()
        return
      }
    }
  }
  let emitting: Promise<void> | undefined
  const timer = setInterval(() => {
    emitting ??= emitFinished().finally(() => {
      emitting = undefined
    })
  }, everyMs)
  return {
    async stop() {
      stop()
      await emitting
    },
    async finish() {
      stop()
      await emitting
      if (hasFailed) throw new Error('Some chunks could not be emitted.')
      cutter.reopen()
      for (let chunk = waiting ?? (await cutter.cut(true)); chunk; chunk = await cutter.cut(true)) await onChunk(chunk)
    },
  }
}
