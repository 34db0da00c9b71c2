import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { lookAround, lookAt, withBrowser } from './harness/browser.ts'
import { makeClip, makeHollow, withClips } from './harness/clips.ts'
import { growTo } from './harness/grow-clip.ts'
import { createAccount, somebody } from './harness/people.ts'
import { signInQuietly, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const megabyte = 1024 * 1024
/** What a browser says by itself of a request that a cut network ends. */
const aboutTheNetwork = /net::ERR|Failed to load resource/

const person = somebody('uwe')
beforeAll(() => createAccount(person))

async function openUpload(options: Parameters<typeof visitAs>[1] = {}): Promise<Page> {
  const page = await visitAs(person, options)
  await page.goto('/upload')
  await page.getByRole('heading', { name: 'Upload & Share Video' }).waitFor()
  return page
}

/** A file that nobody has uploaded yet: the page asks about one that its owner has already. */
const newClip = (name: string, tone: number) => makeClip(name, undefined, `sine=frequency=${tone}:duration=3`)

const choose = (page: Page, path: string) => page.locator('#upload-file').setInputFiles(path)
const startButton = (page: Page) => page.getByRole('button', { name: 'Start Processing' })
const uploaded = (page: Page) => page.getByText('Uploaded', { exact: true }).waitFor({ timeout: 60_000 })
const percent = async (page: Page): Promise<number> => Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'))

/** Slows the way up, so that there is a middle to be interrupted in, and cuts the network. */
async function holdTheNetwork(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const set = (offline: boolean, uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
  return { slowDown: (bytesPerSecond: number) => set(false, bytesPerSecond), cut: () => set(true, 0) }
}

/** Holds the bytes of every file back until the returned function is called. */
async function holdTheBytes(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/storage/**', async (route) => {
    if (route.request().method() === 'PUT') await released
    await route.continue()
  })
  return release
}

const chip = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Uploads and processing$/ })

describe('an upload', () => {
  test('goes up in one PUT, plays at once, and is processed into the gallery', { timeout: 180_000 }, async () => {
    const page = await openUpload()
    const sent: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // The picture of the draft is sent while nobody waits for it.
      if (request.method() !== 'GET' && !/\/(?:jobs\/plan|thumbnail)$/.test(pathname))
        sent.push(`${request.method()} ${pathname.split('/')[1]} ${pathname.split('/').at(-1)}`)
    })
    await choose(page, makeClip('By the sea.mp4'))
    await uploaded(page)
    expect(sent.map((line) => line.replace(/^PUT (\S+) .*/, 'PUT $1'))).toEqual([
      'POST prod generate-url',
      'PUT storage',
      'POST prod extract',
      'POST prod confirm',
    ])
    expect(await page.getByLabel('Title').inputValue()).toBe('By the sea')
    const player = page.getByLabel('The uploaded video')
    await player.evaluate((video: HTMLVideoElement) => video.play())
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
    await page.getByText(/^In total about/).waitFor({ timeout: 60_000 })
    await lookAt(page, 'upload-ready')
    await page.getByLabel('Description').fill('Three seconds of it')
    await startButton(page).click()
    await page.waitForURL('**/gallery')
    await page.getByRole('alert').getByText('Video uploaded and processing started! Redirecting to gallery...').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'My Videos' }).click()
    await page.getByText('By the sea').first().waitFor()
    await page.getByRole('button', { name: /Show Assets/ }).waitFor({ timeout: 120_000 })
  })

  test('is published while its bytes travel, and its own page follows', { timeout: 180_000 }, async () => {
    const page = await openUpload()
    const release = await holdTheBytes(page)
    await choose(page, newClip('In a hurry.mp4', 300))
    await page.getByLabel('Description').fill('It cannot wait')
    await page.getByRole('button', { name: 'Publish when uploaded' }).click()
    const link = await page.getByLabel('Link').inputValue()
    await lookAt(page, 'upload-publishing')

    await page.getByRole('navigation').getByRole('link', { name: 'Gallery' }).click()
    await chip(page).click()
    await page.getByRole('dialog').getByRole('progressbar', { name: 'Upload of In a hurry.mp4' }).waitFor()
    await lookAt(page, 'activity-list')
    await page.getByRole('dialog').getByRole('link', { name: 'In a hurry' }).click()

    await page.getByRole('button', { name: 'Change details' }).click()
    await page.getByLabel('Title').fill('Not in a hurry')
    await page.getByLabel('Visibility').selectOption('private')
    await page.getByRole('button', { name: 'Publish when uploaded' }).click()
    const started = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/jobs'))
    release()
    expect((await started).postDataJSON()).toMatchObject({ title: 'Not in a hurry', visibility: 'private', description: 'It cannot wait' })
    await page.waitForURL(link)
    await page.getByRole('heading', { level: 1, name: 'Not in a hurry' }).waitFor()
    await page.locator('video').waitFor({ timeout: 120_000 })
    await chip(page).waitFor({ state: 'detached', timeout: 120_000 })
  })

  test('can be several files at once, MKV and WebM among them, by keyboard alone', { timeout: 240_000 }, async () => {
    const page = await openUpload()
    const release = await holdTheBytes(page)
    const webm = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p', '-c:a', 'libopus']
    await page.locator('#upload-file').setInputFiles([makeClip('First.mkv'), makeClip('Second.webm', webm), newClip('Third.mp4', 310)])
    await page.getByRole('heading', { name: '3 videos' }).waitFor()
    await page.getByText('Waiting for its turn').waitFor()
    await page.getByRole('button', { name: 'Second', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Title').focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' of three')
    await lookAt(page, 'upload-queue')
    await page.getByRole('button', { name: 'Publish all when uploaded' }).focus()
    await page.keyboard.press('Enter')
    release()
    await page.getByText('All of them are being processed.').waitFor({ timeout: 120_000 })
    await page.getByRole('link', { name: 'Open Second.webm' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Second of three' }).waitFor()
    await chip(page).waitFor({ state: 'detached', timeout: 180_000 })
    await page.getByRole('navigation').getByRole('link', { name: 'My Videos' }).click()
    for (const title of ['First', 'Second of three', 'Third']) await page.getByRole('link', { name: title, exact: true }).first().waitFor()
  })

  test('in chunks survives a cut network, a pause, a reload, a wrong file and a closed tab', { timeout: 240_000 }, async () => {
    const page = await openUpload({ allow: aboutTheNetwork })
    page.on('dialog', (dialog) => void dialog.accept())
    const path = await growTo(makeClip('large.mp4'), 72 * megabyte)
    const other = makeClip('other.mp4')
    const network = await holdTheNetwork(page)
    await network.slowDown(10 * megabyte)
    await choose(page, path)
    await page.getByLabel('Title').fill('A large one')
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(15)

    await network.cut()
    await page.getByText('Waiting for the network', { exact: true }).waitFor({ timeout: 60_000 })
    await lookAt(page, 'upload-offline')
    const atCut = await percent(page)
    await network.slowDown(10 * megabyte)
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(Math.min(atCut + 5, 90))

    await page.getByRole('button', { name: 'Pause' }).click()
    await lookAt(page, 'upload-paused')
    await page.reload()
    const offer = page.getByRole('button', { name: 'Continue upload of large.mp4' })
    await offer.waitFor()
    await page.getByText(/% of 72\.0 MB is uploaded/).waitFor()
    await lookAt(page, 'upload-continue')
    await page.getByLabel('The file large.mp4').setInputFiles(other)
    await page.getByText('This is a different file. Please choose "large.mp4" again, or discard the earlier upload.').waitFor()

    const second = await page.context().newPage()
    await page.close()
    await second.goto('/upload')
    const patches: number[] = []
    second.on('request', (request) => {
      if (request.method() === 'PATCH') patches.push(Number(request.headers()['upload-offset']))
    })
    await second.getByRole('button', { name: 'Continue upload of large.mp4' }).waitFor()
    await second.getByLabel('The file large.mp4').setInputFiles(path)
    await uploaded(second)
    expect(patches[0]).toBeGreaterThan(0)
    expect(await second.getByLabel('Title').inputValue()).toBe('A large one')
    const player = second.getByLabel('The uploaded video')
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState), { timeout: 60_000 }).toBeGreaterThan(0)
  })

  test('that was discarded is gone', { timeout: 120_000 }, async () => {
    const page = await openUpload({ allow: aboutTheNetwork })
    page.on('dialog', (dialog) => void dialog.accept())
    await (await holdTheNetwork(page)).slowDown(8 * megabyte)
    await choose(page, await growTo(makeClip('unwanted.mp4'), 66 * megabyte))
    await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(5)
    await page.reload()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('Drop a video here').waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('video_forge_upload')))).toEqual([])
  })

  test('continues while another page is open', { timeout: 120_000 }, async () => {
    const page = await openUpload()
    await (await holdTheNetwork(page)).slowDown(4 * megabyte)
    await choose(page, await growTo(makeClip('patient.mp4'), 8 * megabyte))
    await page.getByRole('navigation').getByRole('link', { name: 'My Videos' }).click()
    await page.getByText('"patient.mp4" is uploaded. Open Upload to finish it.').waitFor({ timeout: 60_000 })
    await page.getByRole('navigation').getByRole('link', { name: 'Upload', exact: true }).click()
    await page.getByRole('link', { name: 'Watch now' }).waitFor()
    await page.getByRole('button', { name: 'Upload Another' }).click()
    await page.getByText('Drop a video here').waitFor()
  })

  test('of the wrong kind or size is refused with its sentence, by name and by content', { timeout: 120_000 }, async () => {
    const page = await openUpload({ allow: /415/ })
    await choose(page, await makeHollow('notes.txt', 10))
    await page.getByText('Please select a valid video file (MP4, MOV, or AVI)').waitFor()
    await choose(page, await makeHollow('huge.mp4', 524_288_001))
    await page.getByText('File size must be less than 500MB').waitFor()
    await lookAt(page, 'upload-refused')
    await choose(page, await makeHollow('not-really.mp4', 5000))
    await page.getByText('Not uploaded').waitFor()
    await page.getByText('Please select a valid video file (MP4, MOV, or AVI)').waitFor()
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await page.getByText('Drop a video here').waitFor()
  })

  test('that browsers cannot play says so, and can be started from its own page later', { timeout: 180_000 }, async () => {
    const page = await openUpload()
    await choose(page, makeClip('old.avi', ['-c:v', 'mpeg4', '-c:a', 'mp3']))
    await uploaded(page)
    await page.getByText(/^Browsers cannot play this file format/).waitFor()
    // The server has taken a frame of it.
    await page.locator('main img[src*="/media/"]').first().waitFor()
    expect(await startButton(page).isDisabled()).toBe(false)
    await page.goto('/gallery')
    await page.getByRole('link', { name: 'old' }).first().click()
    await page.getByText(/^Browsers cannot play this file format, and processing has not been started/).waitFor()
    await lookAt(page, 'watch-unstarted')
    await startButton(page).click()
    await page.locator('video').waitFor({ timeout: 120_000 })
    await page.getByRole('link', { name: 'View All Formats' }).click()
    await page.getByText('old.avi', { exact: true }).waitFor()
  })
})

test('the upload screen is looked at: three widths, light and dark, empty and with a video', { timeout: 300_000 }, async () => {
  const open = async (page: Page) => {
    await signInQuietly(page, person)
    await page.goto('/upload')
    await page.getByText('Drop a video here').waitFor()
  }
  await lookAround('upload-empty', open)
  await lookAround('upload-details', async (other) => {
    await open(other)
    await choose(other, newClip('A walk along the harbour.mp4', 320))
    await uploaded(other)
    await other.getByText(/^In total about/).waitFor({ timeout: 60_000 })
  })
})
