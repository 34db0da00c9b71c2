type Range = [from: number, to: number]

/** The ranges of a video that were played, collected from one position after the other. */
export function createPlayedRanges() {
  let ranges: Range[] = []
  let open: Range | undefined

  const close = () => {
    if (open && open[1] > open[0]) ranges.push(open)
    open = undefined
  }

  return {
    close,
    /** Whether playing leads from the last position to this one; a jump does not. */
    isContinuedBy: (position: number, maxStep: number) => open !== undefined && position >= open[1] && position - open[1] <= maxStep,
    startAt(position: number): void {
      close()
      open = [position, position]
    },
    /** Returns whether the position moved. */
    extendTo(position: number): boolean {
      const hasMoved = open !== undefined && position > open[1]
      if (open) open[1] = position
      return hasMoved
    },
    /** What was collected since the last time; the range that is played now continues. */
    take(): Range[] {
      const end = open?.[1]
      close()
      if (end !== undefined) open = [end, end]
      const taken = ranges
      ranges = []
      return taken
    },
  }
}
