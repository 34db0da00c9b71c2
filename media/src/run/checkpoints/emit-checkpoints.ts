import type { CheckpointCutter, CheckpointFiles } from './cut-checkpoints.ts'

/** How often finished pieces are looked for. */
const lookEveryMs = 400

export interface EmitOptions {
  /** Takes the next piece. One that it rejects may be handed over again. */
  onCheckpoint: (checkpoint: CheckpointFiles) => Promise<void>
  /** What is to be done when a piece was rejected: hand it over again at the next look, or no more of them. */
  onRejected: (error: unknown) => 'again' | 'stop'
  /** The pieces can't be cut; no more of them come. */
  onFailure: (error: unknown) => void
  everyMs?: number | undefined
}

/** Hands finished pieces over while a pass runs, one after the other and in their order. */
export function emitCheckpoints(
  cutter: CheckpointCutter,
  { onCheckpoint, onRejected, onFailure, everyMs = lookEveryMs }: EmitOptions,
): { stop(): Promise<void> } {
  let waiting: CheckpointFiles | undefined
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    clearInterval(timer)
  }
  const next = async (): Promise<CheckpointFiles | undefined> => {
    try {
      return await cutter.cut(false)
    } catch (error) {
      stop()
      onFailure(error)
      return undefined
    }
  }
  const look = async (): Promise<void> => {
    while (!isStopped) {
      waiting ??= await next()
      if (!waiting) return
      try {
        await onCheckpoint(waiting)
        waiting = undefined
      } catch (error) {
        if (onRejected(error) === 'stop') stop()
        return
      }
    }
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined
    })
  }, everyMs)
  return {
    async stop() {
      stop()
      await looking
    },
  }
}
