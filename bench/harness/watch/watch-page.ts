import type { Browser, Page } from 'playwright-core'
import { adminPassword, ask } from '../../../e2e/harness/api-calls.ts'
import type { ProductProcess } from '../../../e2e/harness/product-process.ts'

/** What a viewer has seen so far. Times are milliseconds of the system's clock. */
export interface Watched {
  /** When the second decoded picture was shown; null before that. */
  movingAt: number | null
  /** Seconds of the video. */
  position: number
  isEnded: boolean
  stalls: { position: number; ms: number }[]
  /** How often the position changed by itself by more than was played. */
  jumpCount: number
  /** Heights of the pictures, in the order in which they appeared. */
  heights: number[]
  /** Why the player has given up; null while it plays or tries again. */
  error: string | null
}

declare global {
  interface Window {
    watched?: Watched
  }
}

/** The window of the owner, signed in, with the application loaded. */
export async function openOwnWindow(browser: Browser, product: ProductProcess): Promise<Page> {
  const { result } = (await ask(product, 'POST /auth/login', '', { username: 'admin', password: adminPassword })) as {
    result: { tokens: Record<'idToken' | 'accessToken' | 'refreshToken', string>; user: object }
  }
  const { tokens, user } = result
  const page = await (await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })).newPage()
  await page.addInitScript(
    (entries) => {
      if (localStorage.getItem('video_forge_token')) return
      for (const [name, value] of entries) localStorage.setItem(`video_forge_${name}`, value)
    },
    [
      ...[['token', tokens.idToken] as const, ['access_token', tokens.accessToken] as const],
      ...[['refresh_token', tokens.refreshToken] as const, ['user', JSON.stringify(user)] as const],
    ],
  )
  await page.addInitScript(watchVideo)
  await page.goto('/gallery', { waitUntil: 'networkidle' })
  return page
}

export const readWatched = (page: Page): Promise<Watched | undefined> => page.evaluate(() => window.watched)

/** Runs in the page: presses play as soon as there is a player, then follows what it shows. */
function watchVideo(): void {
  const intervalMs = 50
  /** Nobody calls a shorter pause a stall. */
  const stallMs = 300
  const watched: Watched = { movingAt: null, position: 0, isEnded: false, stalls: [], jumpCount: 0, heights: [], error: null }
  window.watched = watched
  let player: HTMLVideoElement | undefined
  let movedAt = Date.now()
  /** Whether the player waited for something since it last moved; a busy machine alone makes pictures late, too. */
  let hasWaited = false

  const followPictures = (video: HTMLVideoElement): void => {
    let firstTime: number | undefined
    const onPicture: VideoFrameRequestCallback = (_now, { mediaTime, height }) => {
      firstTime ??= mediaTime
      if (mediaTime > firstTime) watched.movingAt ??= Date.now()
      if (watched.heights.at(-1) !== height) watched.heights.push(height)
      video.requestVideoFrameCallback(onPicture)
    }
    video.requestVideoFrameCallback(onPicture)
  }

  const look = (): void => {
    const found = document.querySelector('video') ?? undefined
    if (found && found !== player) followPictures(found)
    player = found
    if (!player) return
    watched.error = player.error && (player.error.message || `code ${player.error.code}`)
    if (player.paused && player.readyState > 0 && watched.movingAt === null) {
      player.muted = true
      player.play().catch(() => {})
    }
    if (watched.movingAt === null) return
    const now = Date.now()
    const moved = player.currentTime - watched.position
    hasWaited ||= player.readyState < 3 || player.seeking || player.paused
    if (moved !== 0) {
      const pauseMs = now - movedAt
      // A new source may be at zero for a moment, so positions count only with a picture.
      if (player.readyState < 2) return
      if (hasWaited && pauseMs > stallMs && watched.position > 0) watched.stalls.push({ position: watched.position, ms: pauseMs })
      if (watched.position > 0 && (moved < -0.3 || moved > pauseMs / 1000 + 1)) watched.jumpCount += 1
      watched.position = player.currentTime
      movedAt = now
      hasWaited = false
    }
    watched.isEnded ||= player.ended
  }
  setInterval(look, intervalMs)
}
