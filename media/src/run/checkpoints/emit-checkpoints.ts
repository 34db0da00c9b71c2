import type { CheckpointCutter, CheckpointFiles } from './cut-checkpoints.ts'

const defaultIntervalMs = 400

export interface EmitOptions {
  /** Receives the next checkpoint. A rejected one may be offered again. */
  onCheckpoint: (checkpoint: CheckpointFiles) => Promise<void>
  /** Decides after a rejection: offer the checkpoint again at the next interval, or stop. */
  onRejected: (error: unknown) => 'again' | 'stop'
  /** Checkpoints cannot be cut; no more are emitted. */
  onFailure: (error: unknown) => void
  everyMs?: number | undefined
}

/** Emits checkpoints in order and one at a time while a pass runs. */
export function emitCheckpoints(
  cutter: CheckpointCutter,
  { onCheckpoint, onRejected, onFailure, everyMs = defaultIntervalMs }: EmitOptions,
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
  const emitFinished = async (): Promise<void> => {
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
  }
}
