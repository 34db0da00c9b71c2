import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { lookAround, lookAt, takePicture, visit, withBrowser } from './harness/browser.ts'
import { makeClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { makeVideo, renameVideo, signInQuietly, uploadVideo, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('wanda')
const stranger = somebody('willi')
let open: string
let hidden: string

beforeAll(async () => {
  await createAccount(owner)
  await createAccount(stranger)
  open = await makeVideo(owner, { title: 'Harbour at dawn', description: 'Fishing boats come in while the town is still asleep.' })
  hidden = await uploadVideo(owner, makeClip('rehearsal.mp4'), { title: 'A rehearsal', visibility: 'private' })
}, 400_000)

const stateOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    time: video.currentTime,
    paused: video.paused,
    ready: video.readyState,
    source: new URL(video.currentSrc || 'about:blank').pathname.split('/').at(-1),
    width: video.videoWidth,
    rate: video.playbackRate,
    volume: video.volume,
    muted: video.muted,
    duration: video.duration,
  }))
const until = (page: Page) => expect.poll(() => stateOf(page), { timeout: 60_000 })

async function openVideo(page: Page, path = `/video/${open}`): Promise<void> {
  await page.goto(path)
  await until(page).toMatchObject({ ready: 4 })
}
/** What the server would say of the open video if it were still being made. */
async function inTheMaking(progress: number) {
  const answer = await (await fetch(`${theProduct().url}/prod/api/gallery/videos/${open}`)).json()
  const job = { status: 'PROCESSING', progress, stage: 'Encoding 720p', etaSeconds: 75 }
  return { ...answer, video: { ...answer.video, status: 'processing', processing: true, progress: job } }
}
async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Quality/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

describe('the player', () => {
  test('plays, changes its quality in the middle, and adapts', { timeout: 120_000 }, async () => {
    const page = await visit()
    await openVideo(page)
    await page.getByRole('button', { name: /^Quality: Auto \((720|480)p\)$/ }).waitFor()
    await choose(page, /^720p/)
    await until(page).toMatchObject({ source: '720p.mp4', paused: true, width: 1280, ready: 4 })
    await page.keyboard.press('k')
    await expect.poll(async () => (await stateOf(page)).time).toBeGreaterThan(0.5)

    await page.keyboard.press('k')
    await page.keyboard.press('5')
    await until(page).toMatchObject({ paused: true, time: 5 })
    await choose(page, /^480p/)
    await until(page).toMatchObject({ source: '480p.mp4', paused: true, time: 5, ready: 4, width: 854 })
    await page.keyboard.press('k')
    await until(page).toMatchObject({ paused: false })
    await choose(page, /^Original/)
    await until(page).toMatchObject({ source: 'original', paused: false })
    expect((await stateOf(page)).time).toBeGreaterThan(5)

    await page.keyboard.press('2')
    await choose(page, /^Auto/)
    await expect.poll(async () => (await stateOf(page)).time, { timeout: 60_000 }).toBeGreaterThan(3)
    await page.getByRole('button', { name: /^Quality: Auto \(/ }).waitFor()
    expect((await stateOf(page)).paused).toBe(false)
  })

  test('adapts through the library where the browser has nothing of its own', { timeout: 60_000 }, async () => {
    const page = await visit()
    await page.addInitScript(() => {
      const own = HTMLMediaElement.prototype.canPlayType
      HTMLMediaElement.prototype.canPlayType = function (type) {
        return type.includes('mpegurl') ? '' : own.call(this, type)
      }
    })
    await page.goto(`/video/${open}`)
    await until(page).toMatchObject({ ready: 4 })
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentSrc)).toMatch(/^blob:/)
    await page.keyboard.press('k')
    await expect.poll(async () => (await stateOf(page)).time).toBeGreaterThan(0.5)
    await page.keyboard.press('6')
    await expect.poll(async () => (await stateOf(page)).time).toBeGreaterThan(6.2)
    await choose(page, /^480p/)
    await until(page).toMatchObject({ source: '480p.mp4', paused: false })
    expect((await stateOf(page)).time).toBeGreaterThan(6)
  })

  test('is pictured by the page itself, and the player takes its place', { timeout: 60_000 }, async () => {
    const page = await visit()
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`/video/${open}`, { waitUntil: 'commit' })
    const picture = page.locator('[data-first-picture] img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.getByRole('heading', { level: 1, name: 'Harbour at dawn' }).waitFor()
    const place = await page.locator('.watch-stage').boundingBox()
    // What is shown in between, such as a spinner, would be a flicker.
    await page.evaluate(() => {
      const steps: string[] = []
      const look = () => {
        const shown = ['[data-first-picture]', '[data-player]'].find((selector) => document.querySelector(selector)) ?? 'something else'
        if (steps.at(-1) !== shown) steps.push(shown)
        document.body.dataset['steps'] = steps.join(', ')
      }
      new MutationObserver(look).observe(document.getElementById('root') ?? document.body, { childList: true, subtree: true })
    })
    release()
    await page.locator('[data-player] video').waitFor()
    expect(await page.evaluate(() => document.body.dataset['steps'])).toBe('[data-player]')
    const after = await page.locator('.watch-stage').boundingBox()
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs((after?.[side] ?? 0) - (place?.[side] ?? -9))).toBeLessThan(1)
  })

  test('obeys the keyboard once, wherever the focus is, and remembers', { timeout: 60_000 }, async () => {
    const page = await visit()
    await openVideo(page)
    await page.keyboard.press('l')
    await until(page).toMatchObject({ time: 10 })
    await page.keyboard.press('0')
    await page.keyboard.press('ArrowRight')
    await until(page).toMatchObject({ time: 5 })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('>')
    await until(page).toMatchObject({ volume: 0.95, rate: 1.25 })
    await page.getByRole('slider', { name: 'Seek' }).focus()
    await page.keyboard.press(' ')
    await until(page).toMatchObject({ paused: false })
    await page.keyboard.press('k')
    await until(page).toMatchObject({ paused: true })
    await page.keyboard.press('m')
    await until(page).toMatchObject({ muted: true })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await lookAt(page, 'watch-keyboard')
    await page.keyboard.press('Escape')
    await page.reload()
    await until(page).toMatchObject({ ready: 4, volume: 0.95, rate: 1.25, muted: true })
  })

  test('shows on the seek bar what is there, and goes there', { timeout: 60_000 }, async () => {
    const page = await visit()
    await openVideo(page)
    const line = page.getByRole('slider', { name: 'Seek' })
    const box = await line.boundingBox()
    await line.hover({ position: { x: (box?.width ?? 0) / 2, y: 12 } })
    const picture = line.locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await lookAt(page, 'watch-storyboard')
    await page.mouse.down()
    await page.mouse.up()
    await expect.poll(async () => Math.round((await stateOf(page)).time)).toBe(5)
    await line.focus()
    await page.keyboard.press('Home')
    await until(page).toMatchObject({ time: 0 })
  })
})

/** What the first call answers, instead of the video that the page brings with it. */
async function answerFirst(page: Page, answer: object, times = 100): Promise<void> {
  await page.route(`**/video/${open}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/<script type="application\/json" id="first-video">.*?<\/script>/s, '')
    await route.fulfill({ response, body })
  })
  await page.route(/\/gallery\/videos\/[^/]+$/, (route) => route.fulfill({ json: answer }), { times })
}

test('a video that becomes ready starts by itself for a waiting viewer', { timeout: 60_000 }, async () => {
  const page = await visit()
  const answer = await inTheMaking(80)
  await answerFirst(page, answer, 2)
  await page.goto(`/video/${open}`)
  await page.getByText('Video is processing').waitFor()
  await page.locator('video').waitFor()
  await expect.poll(async () => (await stateOf(page)).time, { timeout: 60_000 }).toBeGreaterThan(0.3)
})

describe('the owner', () => {
  test('edits and shares what nobody else can see, and takes it back', { timeout: 120_000 }, async () => {
    const gone = /404/
    const other = await visitAs(stranger, { allow: gone })
    await other.goto(`/video/${hidden}`)
    await other.getByRole('heading', { name: 'Video not found' }).waitFor()

    // The request of a page has no token, so that of a private video has the status 404 for its owner too.
    const page = await visitAs(owner, { allow: gone })
    await openVideo(page, `/video/${hidden}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill('The last rehearsal')
    await page.getByLabel('Description').fill('Before the concert.')
    await lookAt(page, 'watch-edit')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'The last rehearsal' }).waitFor()

    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const address = await page.getByLabel('New link', { exact: true }).inputValue()
    await page.getByRole('list', { name: 'Active links' }).waitFor()
    await lookAt(page, 'watch-share-private')

    const friend = await visit({ allow: gone })
    await openVideo(friend, address)
    await friend.getByRole('heading', { level: 1, name: 'The last rehearsal' }).waitFor()
    await friend.keyboard.press('k')
    await expect.poll(async () => (await stateOf(friend)).time).toBeGreaterThan(0.3)
    expect(await friend.getByRole('button', { name: 'Share' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No active links. Nobody else can watch this video.').waitFor()
    await friend.reload()
    await friend.getByRole('heading', { name: 'Video not found' }).waitFor()
  })

  test('replaces the file by keyboard; the page and its address stay, and play the new version', { timeout: 240_000 }, async () => {
    const id = await makeVideo(owner, { title: 'First cut', outputFormats: ['480p'] })
    const page = await visitAs(owner)
    await openVideo(page, `/video/${id}`)
    const before = await stateOf(page)
    await page.getByRole('button', { name: 'Replace file' }).press('Enter')
    await page.getByRole('dialog', { name: 'Replace file' }).waitFor()
    await lookAt(page, 'watch-replace')
    // The last step waits until the person has been on another page.
    let leave = () => {}
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    await page.route(`**/gallery/videos/${id}/replace`, async (route) => {
      await left
      await route.continue()
    })
    await page.getByLabel('New video file').setInputFiles(makeClip('second-cut.mp4'))
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Browse More Videos' }).click()
    await page.waitForURL((url) => url.pathname === '/gallery')
    await page.getByRole('button', { name: /^1 uploading · .*Uploads and processing$/ }).click()
    const list = page.getByRole('dialog', { name: 'Uploads and processing' })
    await list.getByRole('progressbar', { name: 'Upload of second-cut.mp4' }).waitFor()
    await list.getByRole('link', { name: 'First cut' }).click()
    await page.waitForURL((url) => url.pathname === `/video/${id}`)
    leave()
    await page.getByText('The new version of "First cut" is being made. The current one stays until it is ready.').waitFor()
    await until(page).toMatchObject({ duration: before.duration })
    // Three seconds, as the new file; the sample is longer.
    await until(page).toMatchObject({ ready: 4, duration: expect.closeTo(3, 0) })
    await page.getByRole('heading', { level: 1, name: 'First cut' }).waitFor()
    await page.getByText(/A new version is being made/).waitFor({ state: 'detached' })
  })

  test('deletes a video and lands in the gallery', { timeout: 120_000 }, async () => {
    const id = await uploadVideo(owner, makeClip('forgotten.mp4'), { title: 'To be forgotten' })
    const page = await visitAs(owner, { allow: /404/ })
    await openVideo(page, `/video/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL((url) => url.pathname === '/gallery')
    await page.getByRole('link', { name: 'Harbour at dawn' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'To be forgotten' }).count()).toBe(0)
    await page.goto(`/video/${id}`)
    await page.getByText('The video you are looking for does not exist or has been removed.').waitFor()
  })
})

/** Somebody's page on another origin. */
async function pageOfStrangers(body: string): Promise<string> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>x</title>${body}`),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/` : ''
}

describe('the page as it is sent, to those who preview links', () => {
  const unknown = '01890000-0000-7000-8000-000000000000'
  const sent = async (path: string) => {
    const response = await fetch(theProduct().url + path)
    const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
    return { status: response.status, headers, html: await response.text() }
  }

  test('describes a public video, with nothing in its title that could become markup', async () => {
    const title = `"><script>alert(1)</script> & 'more'`
    await renameVideo(owner, open, title)
    onTestFinished(() => renameVideo(owner, open, 'Harbour at dawn'))
    const { html } = await sent(`/video/${open}`)
    const escaped = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;more&#39;'
    expect(html).toContain(`<meta property="og:title" content="${escaped}">`)
    expect(html).toContain(`<title>${escaped} · Video Forge</title>`)
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('type="application/json+oembed"')
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/jpeg')
  })

  test('says of a private video what it says of none, to the last byte', async () => {
    for (const page of ['video', 'embed']) expect(await sent(`/${page}/${hidden}`)).toEqual(await sent(`/${page}/${unknown}`))
    expect((await sent(`/video/${hidden}`)).html).not.toContain('rehearsal')
  })
})

describe('in a page of strangers', () => {
  test('the embedded player plays, without a scrollbar', { timeout: 60_000 }, async () => {
    const owned = await visit()
    await openVideo(owned)
    await owned.getByRole('button', { name: 'Share' }).click()
    const code = await owned.getByLabel('Embed code', { exact: true }).inputValue()
    const page = await visit()
    await page.goto(await pageOfStrangers(code))
    const frame = page.frameLocator('iframe')
    await frame.getByRole('link', { name: /^Harbour at dawn/ }).waitFor()
    const video = frame.locator('video')
    await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.readyState)).toBe(4)
    await frame.getByRole('button', { name: 'Play' }).focus()
    await page.keyboard.press('k')
    await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0.3)
    const spare = await video.evaluate(() => [
      window.innerWidth - document.documentElement.clientWidth,
      document.documentElement.scrollHeight - window.innerHeight,
    ])
    expect(spare).toEqual([0, 0])
    await takePicture(page, 'embed-framed')
  })

  test('the rest of the application does not open in a frame', async () => {
    const page = await visit({ allow: /frame|refused/i })
    await page.goto(await pageOfStrangers(`<iframe src="${theProduct().url}/video/${open}"></iframe>`))
    await page.waitForLoadState('networkidle')
    expect(await page.frameLocator('iframe').getByRole('heading').count()).toBe(0)
  })
})

describe('is looked at', () => {
  test('the page of a video', { timeout: 240_000 }, async () => {
    await lookAround('watch', async (page) => {
      await signInQuietly(page, owner)
      await openVideo(page)
      await page.getByRole('button', { name: 'Edit' }).waitFor()
    })
  })

  test('the embedded player', { timeout: 240_000 }, async () => {
    await lookAround('embed', (page) => openVideo(page, `/embed/${open}`))
  })

  test('a video in the making, and one that is not there', { timeout: 240_000 }, async () => {
    const page = await visit({ allow: /404/ })
    await page.goto('/video/01890000-0000-7000-8000-000000000000')
    await page.getByRole('link', { name: 'Back to Gallery' }).waitFor()
    await lookAt(page, 'watch-missing')
    await lookAround('watch-processing', async (other) => {
      const answer = await inTheMaking(43)
      await answerFirst(other, answer)
      await other.goto(`/video/${open}`)
      await other.getByText('Status: processing').waitFor()
    })
  })
})
