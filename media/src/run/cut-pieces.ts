import { type FileHandle, open, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rungFile } from '../plan/encode-arguments.ts'
import { type Fragment, fragmentsIn, moveFragment, type PictureTrack, readFragment, readPictureTrack } from '../plan/fragments.ts'
import type { Format } from '../plan/ladder.ts'
import type { MediaPlan, RungPlan } from '../plan/make-plan.ts'
import { readBox } from '../plan/mp4-boxes.ts'
import { onlyPicturesFragment, onlyPicturesHead } from '../plan/only-pictures.ts'
import type { Stretch } from '../plan/part-plan.ts'

/** A few seconds of pictures in every encoded rung, each a file that tells its own place on the renditions' clock. */
export interface Piece extends Stretch {
  files: readonly { format: Format; path: string }[]
}

/** Seconds of a piece at least: what is lost when a worker dies is this, and the group that is being made. */
const pieceSeconds = 4
/** Times are stored ahead of zero; pieces count from here on. In seconds. */
export const pieceZero = 1000

/** Bytes of the first fragment that tell whether it is still where it was. */
const beginningBytes = 65_536

/** A file that ffmpeg is writing, and the fragments of it that are complete. */
interface Growing {
  rung: RungPlan
  path: string
  /** How far it has been read. */
  read: number
  head: DataView | undefined
  track: PictureTrack | undefined
  /** What its first fragment began with. */
  beginning: Buffer | undefined
  fragments: (Fragment & { offset: number; end: number })[]
}

/**
 * Takes what is finished from the files of a pass that is still running. At its very end ffmpeg may move everything along, from the first
 * fragment on, to make room for an index: what was read before the first fragment had moved was right, and after that nothing is taken.
 */
export class PieceCutter {
  private readonly growing: Growing[]
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
      .map((rung) => ({
        rung,
        path: join(folder, rungFile(rung)),
        read: 0,
        head: undefined,
        track: undefined,
        beginning: undefined,
        fragments: [],
      }))
  }

  /** The next piece, if there is enough for one, or if the pass is over and anything is left. */
  async cut(isOver: boolean): Promise<Piece | undefined> {
    if (this.isMoved) return undefined
    try {
      const piece = await this.cutNext(isOver)
      if (!piece || !(await this.looksMoved())) return piece
      for (const { path } of piece.files) await rm(path, { force: true })
    } catch (error) {
      if (!(await this.looksMoved())) throw error
    }
    this.isMoved = true
    return undefined
  }

  private async looksMoved(): Promise<boolean> {
    for (const { path, beginning, fragments } of this.growing) {
      const offset = fragments[0]?.offset ?? 0
      if (beginning && !beginning.equals(await readBytes(path, offset, offset + beginning.length))) return true
    }
    return false
  }

  private async cutNext(isOver: boolean): Promise<Piece | undefined> {
    for (const file of this.growing) await readOn(file)
    const counts = this.growing.map(({ fragments }) => fragments.length)
    if (isOver && counts.some((count) => count !== counts[0])) throw new Error('The rungs of a part have different groups.')
    const [first] = this.growing
    const until = isOver ? Math.max(...counts) : Math.min(...counts) - 1
    if (!first?.track || until <= this.taken) return undefined
    const [begin, next] = [first.fragments[this.taken], first.fragments[until]]
    const seconds = ((next?.shown ?? 0) - (begin?.shown ?? 0)) / first.track.timescale
    if (!isOver && seconds < pieceSeconds) return undefined
    const framesOf = (file: Growing): number => file.fragments.slice(this.taken, until).reduce((sum, { frames }) => sum + frames, 0)
    const frames = framesOf(first)
    if (this.growing.some((file) => framesOf(file) !== frames)) throw new Error('The rungs of a part have different groups.')
    const to = isOver ? this.stretch.to : this.tickOf(first, next?.shown ?? 0)
    const files = []
    for (const file of this.growing) files.push({ format: file.rung.format, path: await this.write(file, until) })
    const piece = { from: this.from, to, frames, files }
    this.taken = until
    this.from = to ?? this.from
    this.pieces += 1
    return piece
  }

  private tickOf(file: Growing, shown: number): number {
    return this.stretch.from + Math.round((shown - (file.fragments[0]?.shown ?? 0)) / ticksEach(this.plan, file))
  }

  private async write(file: Growing, until: number): Promise<string> {
    const { head, track, fragments } = file
    const [first, last] = [fragments[this.taken], fragments[until - 1]]
    if (!head || !track || !first || !last) throw new Error('A part has no pictures.')
    const place = this.stretch.from * ticksEach(this.plan, file) + pieceZero * track.timescale - (fragments[0]?.shown ?? 0)
    const bytes = await readBytes(file.path, first.offset, last.end)
    const made = fragments.slice(this.taken, until).map(({ offset, end }) => {
      const pictures = onlyPicturesFragment(viewOfBytes(bytes.subarray(offset - first.offset, end - first.offset)))
      for (const { moof } of fragmentsIn(viewOfBytes(pictures))) moveFragment(moof, place)
      return pictures
    })
    const path = join(this.folder, `piece-${this.pieces}-${file.rung.format}.mp4`)
    await writeFile(path, Buffer.concat([onlyPicturesHead(head), ...made]))
    return path
  }
}

/** Ticks of the file's clock for one of the renditions'. */
const ticksEach = ({ timeline }: MediaPlan, { track }: Growing): number =>
  ((track?.timescale ?? 0) * timeline.timeBase.num) / timeline.timeBase.den

async function readOn(file: Growing): Promise<void> {
  const size = await sizeOf(file.path)
  if (size <= file.read) return
  const handle = await open(file.path, 'r')
  try {
    for (;;) {
      const box = await boxAt(handle, file.read)
      if (!box || box.offset + box.size > size) return
      if (box.type !== 'moof') {
        file.read += box.size
        continue
      }
      const data = await boxAt(handle, box.offset + box.size)
      if (!data || data.offset + data.size > size) return
      if (!file.head) {
        file.head = viewOfBytes(await readPart(handle, 0, box.offset))
        file.track = readPictureTrack(file.head)
        if (!file.track) throw new Error('A part is not as it was expected.')
        file.beginning = await readPart(handle, box.offset, Math.min(data.offset + data.size, box.offset + beginningBytes))
      }
      const fragment = readFragment(viewOfBytes(await readPart(handle, box.body, box.offset + box.size)))
      if (!fragment) throw new Error('A part is not as it was expected.')
      file.fragments.push({ ...fragment, offset: box.offset, end: data.offset + data.size })
      file.read = data.offset + data.size
    }
  } finally {
    await handle.close()
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    // ffmpeg has not begun it yet.
    return 0
  }
}

async function boxAt(handle: FileHandle, at: number) {
  const header = new DataView(new ArrayBuffer(16))
  const { bytesRead } = await handle.read(header, 0, 16, at)
  const box = bytesRead >= 8 ? readBox(header, 0) : undefined
  return box && box.size >= 8 ? { ...box, offset: at, body: at + box.body } : undefined
}

async function readBytes(path: string, from: number, to: number): Promise<Buffer> {
  const handle = await open(path, 'r')
  try {
    return await readPart(handle, from, to)
  } finally {
    await handle.close()
  }
}

async function readPart(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from)
  await handle.read(bytes, 0, bytes.length, from)
  return bytes
}

const viewOfBytes = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
