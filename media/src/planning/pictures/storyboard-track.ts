import type { ThumbnailPlan } from './thumbnail-plan.ts'

/** The WebVTT track that maps seconds of the video to tiles of the sheet (`sheet.jpg#xywh=…`). */
export function storyboardTrack(times: readonly number[], duration: number, plan: ThumbnailPlan, sheet: string): string {
  const tileCount = plan.columns * plan.rows
  const cues = times.slice(0, tileCount).flatMap((time, at) => {
    const from = at === 0 ? 0 : time
    const to = times[at + 1] ?? Math.max(duration, time + 0.001)
    if (to <= from) return []
    const x = (at % plan.columns) * plan.tile.width
    const y = Math.floor(at / plan.columns) * plan.tile.height
    return [`${clock(from)} --> ${clock(to)}\n${sheet}#xywh=${x},${y},${plan.tile.width},${plan.tile.height}`]
  })
  return `${['WEBVTT', ...cues].join('\n\n')}\n`
}

/** A WebVTT timestamp: `00:01:02.345`. */
function clock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const part = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, '0')
  return `${part(milliseconds / 3_600_000)}:${part((milliseconds / 60_000) % 60)}:${part((milliseconds / 1000) % 60)}.${part(milliseconds % 1000, 3)}`
}
