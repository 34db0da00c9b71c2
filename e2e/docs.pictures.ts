import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { ask, signIn } from './harness/api-calls.ts'
import { visit, withBrowser } from './harness/browser.ts'
import { admin, createAccount, type Person } from './harness/people.ts'
import { root } from './harness/product-process.ts'
import { theProduct } from './harness/the-product.ts'
import { visitAs } from './harness/videos.ts'

withBrowser()

const jule: Person = { username: 'jule', email: 'jule@example.com', password: 'Secret-Pass-1' }

/** What is on the site when it is looked at: the built-in stock clips, under names of their own. */
const films = [
  { query: 'ocean sunset', title: 'Evening at the west pier', outputFormats: ['1080p', '720p', '480p'] },
  { query: 'mountains', title: 'First light on the ridge', outputFormats: ['720p', '480p'] },
  { query: 'skyline', title: 'The city after ten', outputFormats: ['720p'] },
  { query: 'forest', title: 'A walk in the mist', outputFormats: ['720p', '480p'] },
  { query: 'fish', title: 'Ten metres down', outputFormats: ['720p'] },
  { query: 'concert', title: 'Summer festival, last song', outputFormats: ['720p', '480p'] },
] as const

const ids: string[] = []
beforeAll(async () => {
  await createAccount(jule)
  const token = await signIn(theProduct(), jule.username, jule.password)
  for (const { query, ...film } of films) {
    const description = 'Filmed for the town archive.'
    const { job } = (await ask(theProduct(), 'POST /jobs', token, {
      inputSource: await stockClip(token, query),
      description,
      ...film,
    })) as {
      job: { id: string }
    }
    ids.push(job.id)
  }
  for (const id of ids) await untilDone(token, id)
}, 600_000)

async function stockClip(token: string, query: string): Promise<string> {
  const { hits } = (await ask(theProduct(), `GET /stock/videos?q=${encodeURIComponent(query)}`, token)) as {
    hits: { videos: { large: { url: string } } }[]
  }
  return hits[0]?.videos.large.url ?? ''
}

const untilDone = (token: string, id: string) =>
  vi.waitFor(
    async () => {
      const { job } = (await ask(theProduct(), `GET /jobs/${id}`, token)) as { job: { status: string } }
      if (job.status !== 'COMPLETED') throw new Error(`the job is ${job.status}`)
    },
    { timeout: 300_000, interval: 500 },
  )

const take = (page: Page, name: string) => page.screenshot({ path: join(root, 'docs', 'pictures', `${name}.png`), fullPage: true })

test('the landing page', async () => {
  const page = await visit()
  await page.goto('/')
  await page.getByLabel('Username').waitFor()
  await take(page, 'landing')
})

test('the dashboard', async () => {
  const page = await visitAs(jule)
  await page.goto('/')
  const token = await signIn(theProduct(), jule.username, jule.password)
  await page.getByLabel('Video Source').fill(await stockClip(token, 'aurora'))
  await page.getByText('1080p', { exact: true }).first().click()
  await page.getByText(/^In total about/).waitFor({ timeout: 60_000 })
  await page.getByText(films[5].title).waitFor()
  await take(page, 'dashboard')
})

test('My Videos', async () => {
  const page = await visitAs(jule)
  await page.goto('/jobs')
  await page.getByRole('button', { name: 'Show Assets' }).first().click()
  await page.getByText('Thumbnail').first().waitFor()
  await take(page, 'my-videos')
})

test('the gallery', async () => {
  const page = await visit()
  await page.goto('/gallery')
  await page.getByText(films[0].title).waitFor()
  await page.waitForLoadState('networkidle')
  await take(page, 'gallery')
})

test('a video', async () => {
  const page = await visit()
  await page.goto(`/video/${ids[0]}`)
  const video = page.locator('video')
  await video.evaluate((player: HTMLVideoElement) => {
    player.muted = true
    player.currentTime = 3
    return new Promise((seen) => player.addEventListener('seeked', seen, { once: true }))
  })
  await page.waitForLoadState('networkidle')
  await take(page, 'watch')
})

test('the search', async () => {
  const page = await visitAs(jule)
  await page.goto('/search-video?q=nature')
  await page.getByRole('button', { name: 'Select' }).first().waitFor({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await take(page, 'search')
})

test('an upload', async () => {
  const page = await visitAs(jule)
  await page.goto('/upload')
  const clip = await fetch(await stockClip(await signIn(theProduct(), jule.username, jule.password), 'aurora'))
  const buffer = Buffer.from(await clip.arrayBuffer())
  await page.locator('#upload-file').setInputFiles({ name: 'Northern lights from the hut.mp4', mimeType: 'video/mp4', buffer })
  await page.getByText('Uploaded', { exact: true }).waitFor({ timeout: 60_000 })
  await page.getByText(/^In total about/).waitFor({ timeout: 30_000 })
  await take(page, 'upload')
})

test('the admin dashboard', async () => {
  const page = await visitAs(admin())
  await page.goto('/')
  await page.getByRole('heading', { name: 'Workers' }).waitFor()
  await page.getByText('Recent activity').waitFor()
  await expect.poll(() => page.locator('.animate-breathe').count(), { message: 'placeholders' }).toBe(0)
  await take(page, 'admin')
})
