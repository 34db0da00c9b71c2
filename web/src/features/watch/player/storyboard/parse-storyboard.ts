/** One small picture, cut from a larger image, for a time range. */
export interface StoryboardFrame {
  /** Seconds. */
  start: number
  end: number
  url: string
  x: number
  y: number
  width: number
  height: number
}

const timing = /^([\d:.]+)\s+-->\s+([\d:.]+)/
const area = /#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/

/** hh:mm:ss.ttt or mm:ss.ttt */
const secondsOf = (stamp: string): number => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/**
 * Parses a storyboard: WebVTT whose cues refer to an area of an image, relative to the storyboard's address. Invalid cues are
 * skipped, because a missing picture must not break the player.
 */
export function parseStoryboard(text: string, address: string): StoryboardFrame[] {
  return text.split(/\r?\n\s*\r?\n/).flatMap((block) => {
    const lines = block.trim().split(/\r?\n/)
    const at = lines.findIndex((line) => timing.test(line))
    const [, start = '', end = ''] = timing.exec(lines[at] ?? '') ?? []
    const target = lines[at + 1]?.trim() ?? ''
    const [fragment, x, y, width, height] = area.exec(target) ?? []
    if (at < 0 || !fragment || !URL.canParse(target, address)) return []
    const frame = {
      start: secondsOf(start),
      end: secondsOf(end),
      url: new URL(target.slice(0, -fragment.length), address).href,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }
    return frame.end > frame.start && frame.width > 0 && frame.height > 0 ? [frame] : []
  })
}

/** The picture at a time; after the end, the last one. */
export const frameAt = (frames: readonly StoryboardFrame[], seconds: number): StoryboardFrame | undefined =>
  frames.find(({ start, end }) => seconds >= start && seconds < end) ?? frames.findLast(({ start }) => seconds >= start)
