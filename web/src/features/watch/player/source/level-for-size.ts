/** A level of a stream, as its master playlist describes it. Levels are ordered from the smallest to the largest. */
export interface Level {
  width: number
  height: number
}

/** The lowest level that fills the picture; the highest if none does or the size is unknown. */
export function levelForSize(levels: readonly Level[], width: number, height: number): number {
  const fitting = width > 0 && height > 0 ? levels.findIndex((level) => level.width >= width || level.height >= height) : -1
  return fitting < 0 ? levels.length - 1 : fitting
}
