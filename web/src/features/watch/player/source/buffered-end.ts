/** The end of the buffered range at a time; the time itself if it is not buffered. */
export function bufferedEnd(ranges: TimeRanges, seconds: number): number {
  for (let index = 0; index < ranges.length; index += 1)
    if (ranges.start(index) <= seconds + 0.1 && ranges.end(index) >= seconds) return ranges.end(index)
  return seconds
}
