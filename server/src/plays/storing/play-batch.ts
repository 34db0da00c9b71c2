import { type DeviceClass, playRules } from '@video-forge/contract/rules/play-rules'
import { newId } from '../../platform/database/new-id.ts'
import { startupCounters } from '../counting/startup-times.ts'

/** What one video gained in one day. */
export interface DayCounts {
  videoId: string
  day: string
  plays: number
  watchSeconds: number
  shares: number
  stalls: number
  startup: number[]
  reached: number[]
}

/** Somebody who watched enough to be counted, unless they were counted lately. */
export interface OfferedView {
  videoId: string
  day: string
  hash: Buffer
  yesterday: Buffer | undefined
  host: string
  device: DeviceClass
}

const maxDays = 20_000
const maxViews = 50_000

/** Counters that are stored together. The id lets the database recognize a batch that it has stored already. */
export class PlayBatch {
  readonly id = newId()
  readonly days = new Map<string, DayCounts>()
  readonly views = new Map<string, OfferedView>()

  get isEmpty(): boolean {
    return this.days.size === 0 && this.views.size === 0
  }

  get isFull(): boolean {
    return this.days.size >= maxDays || this.views.size >= maxViews
  }

  dayOf(videoId: string, day: string): DayCounts {
    const key = `${videoId} ${day}`
    const known = this.days.get(key)
    if (known) return known
    const counts = {
      videoId,
      day,
      ...{ plays: 0, watchSeconds: 0, shares: 0, stalls: 0 },
      startup: Array<number>(startupCounters).fill(0),
      reached: Array<number>(playRules.retentionParts).fill(0),
    }
    this.days.set(key, counts)
    return counts
  }

  offerView(view: OfferedView): void {
    const key = view.hash.toString('base64url')
    if (!this.views.has(key)) this.views.set(key, view)
  }
}
