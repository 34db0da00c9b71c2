import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rungFile } from '../../arguments/encode-arguments.ts'
import { type Fragment, fragmentsIn, moveFragment, type PictureTrack, readFragment, readPictureTrack } from '../../mp4/fragments.ts'
import { viewOfBytes } from '../../mp4/mp4-boxes.ts'
import { readCodecs } from '../../mp4/segment-index.ts'
import { headOfTrack, videoOfFragment } from '../../mp4/single-track.ts'
import { earlyEnds } from '../../planning/early-groups.ts'
import type { Format } from '../../planning/formats.ts'
import type { RungPlan } from '../../planning/ladder.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { rungsOf, type Segment, secondsAt } from '../../planning/part-plan.ts'
import { toNumber } from '../../probing/ratio.ts'
import { GrowingFile } from './growing-file.ts'

/** A file that players can fetch: its head, which is needed once, and fragments. */
export interface ChunkFile {
  path: string
  headBytes: number
  bytes: number
  seconds: number
  /** RFC 6381. */
  codec: string
}

/** A few seconds of every encoded rung. The fragments have the times of the finished rendition. */
export interface CheckpointFiles extends Segment {
  files: readonly (ChunkFile & { format: Format })[]
}

export interface Checkpoint extends CheckpointFiles {
  /** Decoder errors since the start of the pass. */
  decodeErrors: number
}

/** One group of pictures, or several short ones. When a worker dies, this much is lost, and the group that was being encoded. */
const minCheckpointSeconds = 1.5
/** At the start of the video viewers wait for every chunk, so each one ends with its group. A group may be a frame shorter than planned. */
const earlyShare = 0.9
/** Seconds. A rest this short goes into the last checkpoint: ffmpeg gives a single frame no duration, and players wait for such a chunk forever. */
const maxRestSeconds = 0.5
/** Seconds. Frames that are not evenly spaced end a group a little before or after its time. */
const earlyMargin = 0.25

interface GrowingRung {
  rung: RungPlan
  file: GrowingFile<Fragment>
  track: PictureTrack | undefined
}

/** Cuts checkpoints from the files of a pass that is still running. */
export class CheckpointCutter {
  private growing: GrowingRung[]
  private readonly plan: MediaPlan
  private readonly segment: Segment
  private readonly folder: string
  /** Fragments of each file that are in checkpoints already. */
  private cutCount = 0
  private from: number
  private checkpoints = 0
  private isMoved = false

  constructor(plan: MediaPlan, segment: Segment, folder: string) {
    this.plan = plan
    this.segment = segment
    this.folder = folder
    this.from = segment.from
    this.growing = this.openFiles()
  }

  private openFiles(): GrowingRung[] {
    return rungsOf(this.plan, this.segment).map((rung) => {
      return { rung, file: new GrowingFile(join(this.folder, rungFile(rung)), readFragment), track: undefined }
    })
  }

  /** After the pass, when the fragments have their final places. */
  reopen(): void {
    this.growing = this.openFiles()
    this.isMoved = false
  }

  /** The next checkpoint, if there is enough for one, or if the pass is over and anything is left. None after ffmpeg has moved the fragments. */
  async cut(isOver: boolean): Promise<CheckpointFiles | undefined> {
    if (this.isMoved) return undefined
    try {
      for (const one of this.growing) {
        await one.file.readOn()
        if (one.file.head) one.track ??= readPictureTrack(one.file.head)
        if (one.file.head && !one.track) throw new Error('A file that ffmpeg is writing has an unexpected structure.')
      }
    } catch (error) {
      for (const { file } of this.growing) this.isMoved ||= await file.isMoved()
      if (!this.isMoved) throw error
      return undefined
    }
    const until = this.nextEnd(isOver)
    return until === undefined ? undefined : this.cutUntil(until, isOver)
  }

  /**
   * The fragment before which the next checkpoint ends: as early as possible, because viewers wait for it. Its end is the start of that
   * fragment, which must therefore be complete too, unless frames are evenly spaced and more of them follow.
   */
  private nextEnd(isOver: boolean): number | undefined {
    const counts = this.growing.map(({ file }) => file.fragments.length)
    if (isOver && counts.some((count) => count !== counts[0])) throw new Error('The renditions have different key frames.')
    const [first] = this.growing
    const minCount = Math.min(...counts)
    if (!first?.track || minCount <= this.cutCount) return undefined
    const { fragments } = first.file
    const ends = (fragments[this.cutCount]?.shown ?? 0) + this.minSeconds() * first.track.timescale
    const endOf = (at: number): number => (fragments[at]?.shown ?? 0) + (fragments[at]?.ticks ?? 0)
    const last = isEvenlySpaced(this.plan) ? minCount : minCount - 1
    for (let until = this.cutCount + 1; until <= last; until += 1) {
      const framesLeft = this.segment.frames - framesIn(fragments.slice(0, until))
      const isLast = until === minCount && framesLeft <= 0
      const isNearlyLast = framesLeft > 0 && framesLeft / toNumber(this.plan.timeline.rate) < maxRestSeconds
      if (endOf(until - 1) >= ends && !isLast && !isNearlyLast) return until
    }
    return isOver ? minCount : undefined
  }

  private minSeconds(): number {
    const from = secondsAt(this.plan, this.from)
    const end = earlyEnds(this.plan.facts).find((seconds) => seconds > from + earlyMargin)
    return end === undefined ? minCheckpointSeconds : (end - from) * earlyShare
  }

  private async cutUntil(until: number, isOver: boolean): Promise<CheckpointFiles | undefined> {
    const [first] = this.growing
    const framesOf = ({ file }: GrowingRung): number => framesIn(file.fragments.slice(this.cutCount, until))
    const frames = first ? framesOf(first) : 0
    if (this.growing.some((one) => framesOf(one) !== frames)) throw new Error('The renditions have different key frames.')
    const next = first?.file.fragments[until]
    const to = first && next ? this.tickOf(first, next.shown) : isOver ? this.segment.to : this.endAfter(first, until)
    const files = []
    for (const one of this.growing) {
      const bytes = await one.file.bytesOf(this.cutCount, until)
      if (!bytes) {
        this.isMoved = true
        return undefined
      }
      const ticks = one.file.fragments.slice(this.cutCount, until).reduce((sum, fragment) => sum + fragment.ticks, 0)
      const seconds = ticks / Math.max(1, one.track?.timescale ?? 1)
      files.push({ format: one.rung.format, seconds, ...(await this.write(one, bytes)) })
    }
    const checkpoint = { from: this.from, to, frames, files }
    this.cutCount = until
    this.from = to ?? this.from
    this.checkpoints += 1
    return checkpoint
  }

  /** A frame after the last one: frames may be missing in between of a source of which most was assumed. */
  private endAfter(first: GrowingRung | undefined, until: number): number | undefined {
    const last = first?.file.fragments[until - 1]
    const { rate, timeBase } = this.plan.timeline
    return first && last && this.tickOf(first, last.lastShown) + Math.round(1 / toNumber(rate) / toNumber(timeBase))
  }

  private tickOf({ file, track }: GrowingRung, shown: number): number {
    return this.segment.from + Math.round((shown - (file.fragments[0]?.shown ?? 0)) / ticksEach(this.plan, track))
  }

  private async write({ rung, file, track }: GrowingRung, bytes: readonly Buffer[]): Promise<Omit<ChunkFile, 'seconds'>> {
    const { head, fragments } = file
    if (!head || !track) throw new Error('A file without a head has no checkpoints.')
    const place = this.segment.from * ticksEach(this.plan, track) + track.ahead - (fragments[0]?.shown ?? 0)
    const made = bytes.map((fragment) => {
      const pictures = videoOfFragment(viewOfBytes(fragment))
      for (const { moof } of fragmentsIn(viewOfBytes(pictures))) moveFragment(moof, place)
      return pictures
    })
    const path = join(this.folder, `checkpoint-${this.checkpoints}-${rung.format}.mp4`)
    const ownHead = headOfTrack(head, 'first')
    const content = Buffer.concat([ownHead, ...made])
    await writeFile(path, content)
    return { path, headBytes: ownHead.length, bytes: content.length, codec: readCodecs(viewOfBytes(ownHead))[0] ?? '' }
  }
}

const framesIn = (fragments: readonly Fragment[]): number => fragments.reduce((sum, { frames }) => sum + frames, 0)

/** Whether the end of a checkpoint follows from its number of frames. */
const isEvenlySpaced = ({ timeline: { steady, even, heldUntil } }: MediaPlan): boolean => steady && even && heldUntil <= 0

/** Ticks of the file's clock in one tick of the renditions' clock. */
const ticksEach = ({ timeline }: MediaPlan, track: PictureTrack | undefined): number =>
  ((track?.timescale ?? 0) * timeline.timeBase.num) / timeline.timeBase.den
