import { type DeviceClass, playRules } from '@video-forge/contract/rules/play-rules'
import { newId } from '../../platform/database/new-id.ts'
import type { PlayedFile } from '../../platform/media-address.ts'
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

/** Bytes of a rendition that were served in one day. */
export interface ServedBytes extends PlayedFile {
  day: string
  bytes: number
}

const maxDays = 20_000
const maxViews = 50_000
const maxServed = 50_000

/** Counters that are stored together. The id lets the database recognize a batch that it has stored already. */
export class PlayBatch {
  readonly id = newId()
  readonly days = new Map<string, DayCounts>()
  readonly views = new Map<string, OfferedView>()
  readonly served = new Map<string, ServedBytes>()

  get isEmpty(): boolean {
    return this.days.size === 0 && this.views.size === 0 && this.served.size === 0
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

  /** What does not fit is not counted: it is a figure for the admin, and no request waits for it. */
  addServed({ videoId, format, codec }: PlayedFile, day: string, bytes: number): void {
    const key = `${videoId} ${day} ${format} ${codec}`
    const known = this.served.get(key)
    if (known) known.bytes += bytes
    else if (bytes > 0 && this.served.size < maxServed) this.served.set(key, { videoId, format, codec, day, bytes })
  }

  offerView(view: OfferedView): void {
    const key = view.hash.toString('base64url')
    if (!this.views.has(key)) this.views.set(key, view)
  }
}
