import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@video-forge/contract/errors'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import type { Logger } from 'pino'
import type { Clip } from './catalogue.ts'
import { type ClipFile, renderClip } from './render-clip.ts'

export interface ClipCache {
  /** The path of a clip or its picture, which is rendered if it does not exist yet. */
  get(clip: Clip, kind: ClipFile): Promise<string>
  /** Stops rendering. */
  close(): Promise<void>
}

interface RenderRequest {
  kind: ClipFile
  run: () => Promise<void>
}

/** Older unfinished files are not in use by another process. */
const abandonedMs = 10 * 60 * 1000
const retryAfter = 10

/**
 * Caches rendered clips in a folder. A clip is rendered at its first request, one at a time and pictures first, because a page shows
 * many of them. It is written to another folder and then renamed, so that a killed process leaves no partial clip.
 */
export function createClipCache({ mediaTools, folder, log }: { mediaTools: MediaTools; folder: string; log: Logger }): ClipCache {
  const workFolder = join(folder, 'unfinished')
  const closing = new AbortController()
  const waiting: RenderRequest[] = []
  const pending = new Map<string, Promise<string>>()
  let running: Promise<void> | undefined

  const render = async (clip: Clip, kind: ClipFile, path: string) => {
    closing.signal.throwIfAborted()
    await mkdir(workFolder, { recursive: true })
    await removeAbandoned(workFolder)
    const name = `${process.pid}-${clip.name}.${kind}`
    await renderClip(mediaTools, clip, kind, { folder: workFolder, name }, closing.signal)
    await putInPlace(join(workFolder, name), path)
  }

  const renderWaiting = async () => {
    for (let next = takeNext(waiting); next; next = takeNext(waiting)) await next.run()
    running = undefined
  }

  const enqueue = (clip: Clip, kind: ClipFile, path: string) =>
    new Promise<string>((resolve, reject) => {
      const run = () => render(clip, kind, path).then(() => resolve(path), reject)
      waiting.push({ kind, run })
      running ??= renderWaiting()
    })

  return {
    async get(clip, kind) {
      const path = join(folder, `${clip.name}-${clip.version}.${kind}`)
      if (await exists(path)) return path
      const known = pending.get(path)
      if (known) return known
      const rendered = enqueue(clip, kind, path)
        .catch((error) => {
          if (!closing.signal.aborted) log.warn({ err: error, clip: clip.name, kind }, 'stock clip could not be rendered')
          throw new Failure('UNAVAILABLE', 'This clip is not available right now. Please try again in a moment.', { retryAfter })
        })
        .finally(() => pending.delete(path))
      pending.set(path, rendered)
      return rendered
    },
    async close() {
      closing.abort(new Error('The server is stopping.'))
      await running
    },
  }
}

function takeNext(waiting: RenderRequest[]): RenderRequest | undefined {
  const picture = waiting.findIndex(({ kind }) => kind === 'jpg')
  return waiting.splice(Math.max(picture, 0), 1)[0]
}

/** Flushed before the rename: a power cut must not leave an empty file under the final name. */
async function putInPlace(from: string, to: string): Promise<void> {
  const file = await open(from)
  await file.sync().finally(() => file.close())
  await rename(from, to)
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined)
    if (info && Date.now() - info.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
