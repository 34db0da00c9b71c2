import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '../until.ts'
import { numberBits, type ReadPictures, readNumbers } from './numbered-pictures.ts'
import { readWatched, type Watched, watchVideo } from './watch-video.ts'

/** Seconds by which the sound may be longer than the pictures. */
const endSeconds = 0.2

/** A tenth of a second, and the time until it is noticed. */
const nudgeSeconds = 0.3

/** Somebody who watches a video from its beginning and does nothing else. */
export interface Viewer {
  /** Resolves once the picture has moved and the position is there. */
  reaches(seconds: number, withinSeconds: number): Promise<void>
  isWatching(): Promise<boolean>
  /** Resolves at the end of the video, however long that takes. */
  ends(withinSeconds: number): Promise<void>
  /** Nothing was seen of what happened to the servers, but perhaps a wait. */
  expectUndisturbed(seconds: number): Promise<void>
}

interface ViewerOptions {
  /** Pictures per second of a source with numbered pictures. */
  rate: number
}

/** The page must not have been opened yet. */
export async function openViewer(page: Page, address: string, { rate }: ViewerOptions): Promise<Viewer> {
  let documentCount = 0
  page.on('domcontentloaded', () => {
    documentCount += 1
  })
  const playable = followPlayable(page)
  await page.addInitScript(watchVideo)
  await page.addInitScript(readNumbers, { rate, ...numberBits })
  await page.goto(address)
  const look = async (): Promise<Watched> => {
    const watched = await readWatched(page)
    if (!watched) throw new Error('the page has no script yet')
    return watched
  }
  return {
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
    async expectUndisturbed(seconds) {
      const { played, duration, seeks, ...watched } = await look()
      expect(watched).toMatchObject({ isEnded: true, jumpCount: 0, sourceChangeCount: 0, holes: [], error: null, alerts: [] })
      expect(seeks.filter((seek) => !isNudge(seek))).toEqual([])
      expect(documentCount, 'documents').toBe(1)
      expectWhole(played.flat(), seconds)
      expect(Math.abs((duration ?? 0) - seconds), `the duration ${duration}`).toBeLessThan(endSeconds)
      const pictures: ReadPictures | undefined = await page.evaluate(() => window.readPictures)
      expect(pictures?.wrong).toEqual([])
      expect(pictures?.count).toBeGreaterThan(seconds)
      for (const [quality, reaches] of playable)
        expect(reaches, `what was playable in ${quality}`).toEqual([...reaches].sort((a, b) => a - b))
    },
  }
}

/** By this much the library moves a player that shows no picture for seconds, as it happens where the processor has no time for it. */
const isNudge = ({ from, to }: { from: number; to: number }): boolean => to > from && to - from < nudgeSeconds

/** All of it was played, in one piece. */
function expectWhole(played: readonly [from: number, to: number][], seconds: number): void {
  const starts = [...played.map(([from]) => from), seconds]
  const ends = [0, ...played.map(([, to]) => to)]
  const missing = starts.map((start, index) => ({ from: ends[index] ?? 0, to: start }))
  expect(missing.filter(({ from, to }) => to - from > nudgeSeconds)).toEqual([])
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
