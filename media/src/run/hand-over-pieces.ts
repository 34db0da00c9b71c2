import type { Piece, PieceCutter } from './cut-pieces.ts'

/** How often finished pieces are looked for. */
const lookEveryMs = 400

/** Hands finished pieces over while a pass runs, one after the other. After a failure, of which it tells once, no more come. */
export function handOverPieces(
  cutter: PieceCutter,
  onPiece: (piece: Piece) => Promise<void>,
  onFailure: (error: unknown) => void,
  everyMs = lookEveryMs,
): { stop(): Promise<void> } {
  const look = async (): Promise<void> => {
    const piece = await cutter.cut(false)
    if (piece) await onPiece(piece)
  }
  let handing: Promise<void> | undefined
  const timer = setInterval(() => {
    handing ??= look()
      .catch((error) => {
        clearInterval(timer)
        onFailure(error)
      })
      .finally(() => {
        handing = undefined
      })
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await handing
    },
  }
}
