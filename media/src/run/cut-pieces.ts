import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rungFile } from '../plan/encode-arguments.ts'
import { fragmentsIn, moveFragment } from '../plan/fragments.ts'
import type { Format } from '../plan/ladder.ts'
import type { MediaPlan, RungPlan } from '../plan/make-plan.ts'
import { viewOfBytes } from '../plan/mp4-boxes.ts'
import { onlyPicturesFragment, onlyPicturesHead } from '../plan/only-pictures.ts'
import type { Stretch } from '../plan/part-plan.ts'
import { GrowingFile } from './growing-file.ts'

/** A few seconds of pictures in every encoded rung, each a file that tells its own place on the renditions' clock. */
export interface CutPiece extends Stretch {
  files: readonly { format: Format; path: string }[]
}

export interface Piece extends CutPiece {
  /** How often the decoder has complained until then, since its pass began. */
  decodeErrors: number
}

/** Seconds of a piece at least: what is lost when a worker dies is this, and the group that is being made. */
const pieceSeconds = 4
/** Times are stored ahead of zero; pieces count from here on. In seconds. */
export const pieceZero = 1000

interface GrowingRung {
  rung: RungPlan
  file: GrowingFile
}

/** Takes what is finished from the files of a pass that is still running. */
export class PieceCutter {
  private readonly growing: GrowingRung[]
  private readonly plan: MediaPlan
  private readonly stretch: Stretch
  private readonly folder: string
  private taken = 0
  private from: number
  private pieces = 0
  private isMoved = false

  constructor(plan: MediaPlan, stretch: Stretch, folder: string) {
    this.plan = plan
    this.stretch = stretch
    this.folder = folder
    this.from = stretch.from
    this.growing = plan.rungs
      .filter(({ action }) => action === 'encode')
      .map((rung) => ({ rung, file: new GrowingFile(join(folder, rungFile(rung))) }))
  }

  /** The next piece, if there is enough for one, or if the pass is over and anything is left. None come once ffmpeg moves its files. */
  async cut(isOver: boolean): Promise<CutPiece | undefined> {
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
    const ends = (fragments[this.taken]?.shown ?? 0) + pieceSeconds * track.timescale
    const found = fragments.findIndex(({ shown }, at) => at > this.taken && at < least && shown >= ends)
    if (found >= 0) return found
    return isOver ? least : undefined
  }

  private async cutUntil(until: number): Promise<CutPiece | undefined> {
    const [first] = this.growing
    const framesOf = ({ file }: GrowingRung): number => file.fragments.slice(this.taken, until).reduce((sum, { frames }) => sum + frames, 0)
    const frames = first ? framesOf(first) : 0
    if (this.growing.some((one) => framesOf(one) !== frames)) throw new Error('The rungs have different groups.')
    const next = first?.file.fragments[until]
    const to = first && next ? this.tickOf(first, next.shown) : this.stretch.to
    const files = []
    for (const one of this.growing) {
      const bytes = await one.file.bytesOf(this.taken, until)
      if (!bytes) {
        this.isMoved = true
        return undefined
      }
      files.push({ format: one.rung.format, path: await this.write(one, bytes) })
    }
    const piece = { from: this.from, to, frames, files }
    this.taken = until
    this.from = to ?? this.from
    this.pieces += 1
    return piece
  }

  private tickOf({ file }: GrowingRung, shown: number): number {
    return this.stretch.from + Math.round((shown - (file.fragments[0]?.shown ?? 0)) / ticksEach(this.plan, file))
  }

  private async write({ rung, file }: GrowingRung, bytes: readonly Buffer[]): Promise<string> {
    const { head, track, fragments } = file
    if (!head || !track) throw new Error('A file without a head has no pieces.')
    const place = this.stretch.from * ticksEach(this.plan, file) + pieceZero * track.timescale - (fragments[0]?.shown ?? 0)
    const made = bytes.map((fragment) => {
      const pictures = onlyPicturesFragment(viewOfBytes(fragment))
      for (const { moof } of fragmentsIn(viewOfBytes(pictures))) moveFragment(moof, place)
      return pictures
    })
    const path = join(this.folder, `piece-${this.pieces}-${rung.format}.mp4`)
    await writeFile(path, Buffer.concat([onlyPicturesHead(head), ...made]))
    return path
  }
}

/** Ticks of the file's clock for one of the renditions'. */
const ticksEach = ({ timeline }: MediaPlan, { track }: GrowingFile): number =>
  ((track?.timescale ?? 0) * timeline.timeBase.num) / timeline.timeBase.den
