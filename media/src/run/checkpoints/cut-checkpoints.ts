import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rungFile } from '../../arguments/encode-arguments.ts'
import { fragmentsIn, moveFragment } from '../../mp4/fragments.ts'
import { viewOfBytes } from '../../mp4/mp4-boxes.ts'
import { stripAudioFromFragment, stripAudioFromHead } from '../../mp4/strip-audio.ts'
import type { Format } from '../../planning/formats.ts'
import type { MediaPlan, RungPlan } from '../../planning/make-plan.ts'
import type { Segment } from '../../planning/part-plan.ts'
import { GrowingFile } from './growing-file.ts'

/** A few seconds of pictures in every encoded rung, each a file that tells its own place on the renditions' clock. */
export interface CheckpointFiles extends Segment {
  files: readonly { format: Format; path: string }[]
}

export interface Checkpoint extends CheckpointFiles {
  /** How often the decoder has complained until then, since its pass began. */
  decodeErrors: number
}

/** Seconds of a piece at least: what is lost when a worker dies is this, and the group that is being made. */
const minCheckpointSeconds = 4
/** Times are stored ahead of zero; pieces count from here on. In seconds. */
export const checkpointZeroSeconds = 1000

interface GrowingRung {
  rung: RungPlan
  file: GrowingFile
}

/** Takes what is finished from the files of a pass that is still running. */
export class CheckpointCutter {
  private readonly growing: GrowingRung[]
  private readonly plan: MediaPlan
  private readonly segment: Segment
  private readonly folder: string
  private taken = 0
  private from: number
  private checkpoints = 0
  private isMoved = false

  constructor(plan: MediaPlan, segment: Segment, folder: string) {
    this.plan = plan
    this.segment = segment
    this.folder = folder
    this.from = segment.from
    this.growing = plan.rungs
      .filter(({ action }) => action === 'encode')
      .map((rung) => ({ rung, file: new GrowingFile(join(folder, rungFile(rung))) }))
  }

  /** The next piece, if there is enough for one, or if the pass is over and anything is left. None come once ffmpeg moves its files. */
  async cut(isOver: boolean): Promise<CheckpointFiles | undefined> {
    if (this.isMoved) return undefined
    try {
      for (const { file } of this.growing) await file.readOn()
    } catch (error) {
      for (const { file } of this.growing) this.isMoved ||= await file.isMoved()
      if (!this.isMoved) throw error
      return undefined
    }
    const until = this.nextEnd(isOver)
    return until === undefined ? undefined : this.cutUntil(until)
  }

  /** Up to which fragment the next piece goes: never more than it needs, so that none is too large to hold. */
  private nextEnd(isOver: boolean): number | undefined {
    const counts = this.growing.map(({ file }) => file.fragments.length)
    if (isOver && counts.some((count) => count !== counts[0])) throw new Error('The rungs have different groups.')
    const [first] = this.growing
    const least = Math.min(...counts)
    if (!first?.file.track || least <= this.taken) return undefined
    const { fragments, track } = first.file
    const ends = (fragments[this.taken]?.shown ?? 0) + minCheckpointSeconds * track.timescale
    const found = fragments.findIndex(({ shown }, at) => at > this.taken && at < least && shown >= ends)
    if (found >= 0) return found
    return isOver ? least : undefined
  }

  private async cutUntil(until: number): Promise<CheckpointFiles | undefined> {
    const [first] = this.growing
    const framesOf = ({ file }: GrowingRung): number => file.fragments.slice(this.taken, until).reduce((sum, { frames }) => sum + frames, 0)
    const frames = first ? framesOf(first) : 0
    if (this.growing.some((one) => framesOf(one) !== frames)) throw new Error('The rungs have different groups.')
    const next = first?.file.fragments[until]
    const to = first && next ? this.tickOf(first, next.shown) : this.segment.to
    const files = []
    for (const one of this.growing) {
      const bytes = await one.file.bytesOf(this.taken, until)
      if (!bytes) {
        this.isMoved = true
        return undefined
      }
      files.push({ format: one.rung.format, path: await this.write(one, bytes) })
    }
    const checkpoint = { from: this.from, to, frames, files }
    this.taken = until
    this.from = to ?? this.from
    this.checkpoints += 1
    return checkpoint
  }

  private tickOf({ file }: GrowingRung, shown: number): number {
    return this.segment.from + Math.round((shown - (file.fragments[0]?.shown ?? 0)) / ticksEach(this.plan, file))
  }

  private async write({ rung, file }: GrowingRung, bytes: readonly Buffer[]): Promise<string> {
    const { head, track, fragments } = file
    if (!head || !track) throw new Error('A file without a head has no pieces.')
    const place = this.segment.from * ticksEach(this.plan, file) + checkpointZeroSeconds * track.timescale - (fragments[0]?.shown ?? 0)
    const made = bytes.map((fragment) => {
      const pictures = stripAudioFromFragment(viewOfBytes(fragment))
      for (const { moof } of fragmentsIn(viewOfBytes(pictures))) moveFragment(moof, place)
      return pictures
    })
    const path = join(this.folder, `piece-${this.checkpoints}-${rung.format}.mp4`)
    await writeFile(path, Buffer.concat([stripAudioFromHead(head), ...made]))
    return path
  }
}

/** Ticks of the file's clock for one of the renditions'. */
const ticksEach = ({ timeline }: MediaPlan, { track }: GrowingFile): number =>
  ((track?.timescale ?? 0) * timeline.timeBase.num) / timeline.timeBase.den
