import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@video-forge/contract/errors'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import type { Logger } from 'pino'
import type { Clip } from './catalogue.ts'
import { type ClipFile, renderClip } from './render-clip.ts'

export interface ClipCache {
  /** The path of a clip or its picture, drawn when it is not there yet. */
  take(clip: Clip, kind: ClipFile): Promise<string>
  /** Ends what is being drawn. */
  close(): Promise<void>
}

interface Order {
  kind: ClipFile
  run: () => Promise<void>
}

/** What another process may still be drawing is younger than this. */
const abandonedMs = 10 * 60 * 1000
const retryAfter = 10

/**
 * Keeps the drawn clips in a folder. Each is drawn when it is first asked for, once for all who wait, one at a time and
 * pictures first, since somebody looks at a page of them. It is drawn aside and renamed, so a process killed at any moment
 * leaves nothing half made in its place.
 */
export function createClipCache({ mediaTools, folder, log }: { mediaTools: MediaTools; folder: string; log: Logger }): ClipCache {
  const aside = join(folder, 'unfinished')
  const closing = new AbortController()
  const waiting: Order[] = []
  const promised = new Map<string, Promise<string>>()
  let working: Promise<void> | undefined

  const draw = async (clip: Clip, kind: ClipFile, path: string) => {
    closing.signal.throwIfAborted()
    await mkdir(aside, { recursive: true })
    await sweep(aside)
    const name = `${process.pid}-${clip.name}.${kind}`
    await renderClip(mediaTools, clip, kind, { folder: aside, name }, closing.signal)
    await putInPlace(join(aside, name), path)
  }

  const workOff = async () => {
    for (let next = takeNext(waiting); next; next = takeNext(waiting)) await next.run()
    working = undefined
  }

  const order = (clip: Clip, kind: ClipFile, path: string) =>
    new Promise<string>((resolve, reject) => {
      const run = () => draw(clip, kind, path).then(() => resolve(path), reject)
      waiting.push({ kind, run })
      working ??= workOff()
    })

  return {
    async take(clip, kind) {
      const path = join(folder, `${clip.name}-${clip.version}.${kind}`)
      if (await isThere(path)) return path
      const known = promised.get(path)
      if (known) return known
      const made = order(clip, kind, path)
        .catch((error) => {
          if (!closing.signal.aborted) log.warn({ err: error, clip: clip.name, kind }, 'a stock clip could not be drawn')
          throw new Failure('UNAVAILABLE', 'This clip can not be made right now. Please try again in a moment.', { retryAfter })
        })
        .finally(() => promised.delete(path))
      promised.set(path, made)
      return made
    },
    async close() {
      closing.abort(new Error('the product stops'))
      await working
    },
  }
}

function takeNext(waiting: Order[]): Order | undefined {
  const picture = waiting.findIndex(({ kind }) => kind === 'jpg')
  return waiting.splice(Math.max(picture, 0), 1)[0]
}

/** On the disk before it has its name: a power cut must not leave a named file without its content. */
async function putInPlace(from: string, to: string): Promise<void> {
  const file = await open(from)
  await file.sync().finally(() => file.close())
  await rename(from, to)
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info && Date.now() - info.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
