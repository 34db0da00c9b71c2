import { describe, expect, test } from 'vitest'
import { lookAround, visit, withBrowser } from './harness/browser.ts'
import { createAccount, signIn, somebody } from './harness/people.ts'

withBrowser()

describe('signed out', () => {
  test.each(['/jobs', '/upload', '/search-video', '/no/such/page', '/jobs/01890000-0000-7000-8000-000000000000'])(
    '%s leads to the landing page',
    async (path) => {
      const page = await visit()
      await page.goto(path)
      await page.getByRole('button', { name: 'Sign Up' }).waitFor()
    },
  )

  test.each([
    ['/gallery', 'Video Gallery'],
    ['/video/01890000-0000-7000-8000-000000000000', 'Video'],
  ])('%s opens for everyone', async (path, heading) => {
    // The browser itself notes that there is no such video.
    const page = await visit({ allow: /404/ })
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(await page.title()).toContain('Video Forge')
  })
})

describe('signed in', () => {
  test('every route of the header opens, is marked, has its own title, and what is unknown leads to the dashboard', async () => {
    const person = somebody('hans')
    await createAccount(person)
    const page = await visit({ allow: /404/ })
    await signIn(page, person)
    const nav = page.getByRole('navigation')
    const titles = new Set<string>()
    for (const [name, path] of [
      ['Upload', '/upload'],
      ['Search Video', '/search-video'],
      ['Gallery', '/gallery'],
      ['My Videos', '/jobs'],
      ['Dashboard', '/'],
    ] as const) {
      await nav.getByRole('link', { name, exact: true }).click()
      await page.waitForURL((url) => url.pathname === path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await nav.locator('[aria-current=page]', { hasText: name }).waitFor()
      await expect
        .poll(async () => titles.size < titles.add(await page.title()).size, { message: `a title of its own for ${name}` })
        .toBe(true)
    }
    await page.goto('/video/01890000-0000-7000-8000-000000000000')
    await nav.locator('[aria-current]', { hasText: 'Gallery' }).waitFor()
    await page.goto('/no/such/page')
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('is looked at: the pages that no journey of their own looks at empty, at three widths, light and dark', {
    timeout: 240_000,
  }, async () => {
    const person = somebody('ines')
    await createAccount(person)
    const first = await visit()
    await signIn(first, person)
    await first.getByRole('link', { name: 'My Videos' }).waitFor()
    const session = await first.evaluate(() => Object.entries(localStorage))
    for (const [name, path] of Object.entries({
      dashboard: '/',
      gallery: '/gallery',
      jobs: '/jobs',
    })) {
      await lookAround(name, async (page) => {
        await page.addInitScript((entries) => {
          for (const [key, value] of entries) localStorage.setItem(key, value)
        }, session)
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
      })
    }
  })
})

test('the page says that it loads before its scripts have run', async () => {
  const page = await visit({ javaScriptEnabled: false })
  await page.goto('/')
  await page.getByText('Loading Video Forge...').waitFor()
})

test('the theme follows the system, can be switched, and is remembered', async () => {
  const page = await visit({ colorScheme: 'light' })
  await page.goto('/')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: /dark|theme/i }).click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  expect(await background()).toBe(dark)
})

test('a part of the page that can not be loaded is tried again and then says so', async () => {
  const page = await visit({ allow: /Failed to load resource|Failed to fetch|net::ERR|dynamically imported|ChunkLoadError/ })
  let tries = 0
  await page.route(/assets\/.*gallery.*\.js/i, (route) => {
    tries += 1
    return route.abort()
  })
  await page.goto('/gallery')
  await page.getByRole('button', { name: /reload/i }).waitFor()
  expect(tries).toBe(2)
})

test('the page of the API opens without a complaint', async () => {
  const page = await visit()
  await page.goto('/prod/api/docs/')
  await page.getByText('/prod/api/auth/login').waitFor()
  expect(new URL(page.url()).pathname).toBe('/prod/api/docs/')
})
