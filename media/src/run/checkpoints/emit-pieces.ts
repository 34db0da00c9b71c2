const defaultIntervalMs = 200

/** Cuts checkpoints or pieces of audio from the files of a running pass. */
interface Cutter<Piece> {
  cut(isOver: boolean): Promise<Piece | undefined>
  /** After the pass, when the fragments have their final places. */
  reopen(): void
}

export interface EmitOptions<Piece> {
  /** Receives the next piece. A rejected one may be offered again. */
  onPiece: (piece: Piece) => Promise<void>
  /** Decides after a rejection: offer the piece again at the next interval, or stop. */
  onRejected: (error: unknown) => 'again' | 'stop'
  /** Nothing can be cut; no more pieces are emitted. */
  onFailure: (error: unknown) => void
  everyMs?: number | undefined
}

export interface Emitter {
  stop(): Promise<void>
  /** The pass is over: emits what is left. Rejects if that fails. */
  finish(): Promise<void>
}

/** Emits pieces in order and one at a time while a pass runs. */
export function emitPieces<Piece>(
  cutter: Cutter<Piece>,
  { onPiece, onRejected, onFailure, everyMs = defaultIntervalMs }: EmitOptions<Piece>,
): Emitter {
  let waiting: Piece | undefined
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
  const next = async (): Promise<Piece | undefined> => {
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
        await onPiece(waiting)
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
      if (hasFailed) throw new Error('Some pieces could not be emitted.')
      cutter.reopen()
      for (let piece = waiting ?? (await cutter.cut(true)); piece; piece = await cutter.cut(true)) await onPiece(piece)
    },
  }
}
