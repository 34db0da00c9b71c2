import type { Page } from 'playwright-core'
import { until } from '../until.ts'
import { disturbancesOf } from './disturbances.ts'
import { numberBits, readNumbers } from './numbered-pictures.ts'
import { readWatched, type Watched, watchVideo } from './watch-video.ts'

/** Somebody who watches a video from its beginning and does nothing else. */
export interface Viewer {
  /** Resolves once the picture has moved and the position is there. */
  reaches(seconds: number, withinSeconds: number): Promise<void>
  isWatching(): Promise<boolean>
  /** Resolves at the end of the video, however long that takes. */
  ends(withinSeconds: number): Promise<void>
  look(): Promise<Watched>
  /** What was seen of what happened to the servers, but waits. */
  disturbances(seconds: number): Promise<string[]>
}

interface ViewerOptions {
  /** Pictures per second of a source with numbered pictures. */
  rate?: number | undefined
}

/** The page must not have been opened yet. */
export async function openViewer(page: Page, address: string, { rate }: ViewerOptions): Promise<Viewer> {
  let documentCount = 0
  page.on('domcontentloaded', () => {
    documentCount += 1
  })
  const playable = followPlayable(page)
  await page.addInitScript(watchVideo)
  if (rate !== undefined) await page.addInitScript(readNumbers, { rate, ...numberBits })
  await page.goto(address)
  const look = async (): Promise<Watched> => {
    const watched = await readWatched(page)
    if (!watched) throw new Error('the page has no script yet')
    return watched
  }
  return {
    look,
    async reaches(seconds, withinSeconds) {
      const hasReached = async () => {
        const { movingAt, position } = await look()
        return movingAt !== null && position >= seconds ? true : undefined
      }
      await until(`the viewer at ${seconds} s`, hasReached, withinSeconds)
    },
    async isWatching() {
      const { movingAt, isEnded } = await look()
      return movingAt !== null && !isEnded
    },
    async ends(withinSeconds) {
      const isOver = async () => ((await look()).isEnded ? true : undefined)
      await until('the viewer at the end', isOver, withinSeconds).catch(async (error) => {
        throw new Error(`${error.message}: ${JSON.stringify(await look())}`)
      })
    },
    async disturbances(seconds) {
      const pictures = await page.evaluate(() => window.readPictures)
      return disturbancesOf({ watched: await look(), pictures, documentCount, playable }, seconds)
    },
  }
}

/** The seconds of each quality that the page was told it can play, one after the other. */
function followPlayable(page: Page): ReadonlyMap<string, number[]> {
  const playable = new Map<string, number[]>()
  page.on('response', async (response) => {
    if (!/\/gallery\/videos\/[^/]+\/stream\b/.test(response.url()) || !response.ok()) return
    const { qualities } = (await response.json().catch(() => ({ qualities: [] }))) as {
      qualities: { quality: string; playableSeconds: number | null }[]
    }
    for (const { quality, playableSeconds } of qualities)
      playable.set(quality, [...(playable.get(quality) ?? []), playableSeconds ?? Number.POSITIVE_INFINITY])
  })
  return playable
}
