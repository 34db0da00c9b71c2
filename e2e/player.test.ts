import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { lookAt, takePicture, visit, withBrowser } from './harness/browser.ts'
import { makeClip, repeatClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { uploadVideo } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('paula')
const tall = ['-vf', 'scale=360:640,setsar=1', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
let wide: string
let portrait: string

beforeAll(async () => {
  await createAccount(owner)
  wide = await uploadVideo(owner, repeatClip(makeClip('minute.mp4'), 20), { title: 'A minute' })
  portrait = await uploadVideo(owner, makeClip('portrait.mp4', tall), { title: 'A dance' })
}, 200_000)

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function open(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1)
  return page.locator('video')
}
const timeOf = (video: Locator) => video.evaluate((element: HTMLVideoElement) => element.currentTime)
const isPaused = (video: Locator) => video.evaluate((element: HTMLVideoElement) => element.paused)
const frame = (page: Page) => page.locator('[data-player]')
const isIdle = (page: Page) => frame(page).evaluate((element) => element.hasAttribute('data-idle'))

describe('the controls', () => {
  test('fade while it plays, and return for the pointer and the focus', { timeout: 120_000 }, async () => {
    const page = await visit()
    const video = await open(page, `/video/${wide}`)
    await video.click({ position: { x: 300, y: 200 } })
    await expect.poll(() => isPaused(video)).toBe(false)
    await expect.poll(() => isIdle(page)).toBe(true)
    expect(await frame(page).evaluate((element) => getComputedStyle(element).cursor)).toBe('none')
    await page.mouse.move(500, 400)
    await expect.poll(() => isIdle(page)).toBe(false)
    await expect.poll(() => isIdle(page)).toBe(true)
    await page.getByRole('slider', { name: 'Seek' }).focus()
    await page.keyboard.press('ArrowRight')
    expect(await isIdle(page)).toBe(false)
    await video.click({ position: { x: 300, y: 200 } })
    await expect.poll(() => isPaused(video)).toBe(true)
  })

  test('are the same in full screen, with their menus', { timeout: 120_000 }, async () => {
    const page = await visit()
    await open(page, `/video/${wide}`)
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor()
    expect(await page.evaluate(() => document.fullscreenElement?.matches('[data-player]'))).toBe(true)
    await page.getByRole('button', { name: /^Speed/ }).click()
    const faster = page.getByRole('menuitemradio', { name: '1.5×' })
    await faster.waitFor()
    expect(await faster.evaluate((item) => document.fullscreenElement?.contains(item))).toBe(true)
    await takePicture(page, 'player-full-screen')
    await faster.click()
    await page.getByRole('button', { name: 'Speed: 1.5×' }).waitFor()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    expect(await help.evaluate((dialog) => document.fullscreenElement?.contains(dialog))).toBe(true)
  })

  test('use the width of the window in theatre mode, and remember it', { timeout: 120_000 }, async () => {
    const page = await visit()
    await open(page, `/video/${wide}`)
    const before = await frame(page).boundingBox()
    await page.getByRole('button', { name: 'Theatre mode' }).click()
    const windowWidth = await page.evaluate(() => window.innerWidth)
    await expect.poll(async () => (await frame(page).boundingBox())?.width).toBe(windowWidth)
    expect(before?.width).toBeLessThan(windowWidth)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await lookAt(page, 'player-theatre')
    await page.reload()
    await expect.poll(async () => (await frame(page).boundingBox())?.width).toBe(windowWidth)
  })

  test('work by keyboard alone, menus too', { timeout: 120_000 }, async () => {
    const page = await visit()
    await open(page, `/video/${wide}`)
    await page.getByRole('button', { name: 'More' }).focus()
    await page.keyboard.press('Enter')
    // The first item gets the focus a moment after the menu is there.
    await page.locator('[role=menuitem]:focus', { hasText: 'Copy link at this time' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('[role=menuitemcheckbox]:focus', { hasText: 'Loop' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.loop)).toBe(true)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('More')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Full screen')
  })
})

describe('an address with a time', () => {
  test.each([
    ['video', '45', 45],
    ['video', '0m12s', 12],
    ['embed', '31', 31],
  ])('/%s/…?t=%s starts there', { timeout: 60_000 }, async (page, t, seconds) => {
    const visitor = await visit()
    const video = await open(visitor, `/${page}/${wide}?t=${t}`)
    await expect.poll(() => timeOf(video)).toBeGreaterThanOrEqual(seconds)
    expect(await timeOf(video)).toBeLessThan(seconds + 2)
    expect(await isPaused(video)).toBe(true)
  })
})

describe('on a phone', () => {
  test('a portrait video fills the screen in its own ratio', { timeout: 60_000 }, async () => {
    const page = await visit(phone)
    await open(page, `/video/${portrait}`)
    const box = await frame(page).boundingBox()
    expect(box?.height).toBeGreaterThan(600)
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(360 / 640, 2)
    await lookAt(page, 'player-portrait-phone')
  })

  test('a tap shows or hides the controls, and two on a side seek', { timeout: 120_000 }, async () => {
    const page = await visit(phone)
    const video = await open(page, `/video/${wide}`)
    const box = await frame(page).boundingBox()
    if (!box) throw new Error('there is no player')
    const tap = (share: number) => page.touchscreen.tap(box.x + box.width * share, box.y + 40)
    await tap(0.5)
    await expect.poll(() => isPaused(video)).toBe(false)
    await expect.poll(() => isIdle(page)).toBe(true)
    await tap(0.5)
    await expect.poll(() => isIdle(page)).toBe(false)
    expect(await isPaused(video)).toBe(false)
    // The second tap must follow within a moment, which a busy machine may not manage.
    await expect
      .poll(async () => {
        const before = await timeOf(video)
        await tap(0.9)
        await tap(0.9)
        return (await timeOf(video)) - before
      })
      .toBeGreaterThan(9)
    const sizes = await page
      .locator('[data-player] button:visible:not([aria-hidden])')
      .evaluateAll((buttons) => buttons.map((button) => Math.min(button.clientWidth, button.clientHeight)))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
  })
})
