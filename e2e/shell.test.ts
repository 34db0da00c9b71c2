import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { lookAround, visit, withBrowser } from './harness/browser.ts'
import { createAccount, signIn, somebody } from './harness/people.ts'
import { signInQuietly } from './harness/videos.ts'

withBrowser()

describe('signed out', () => {
  test.each(['/jobs', '/upload', '/search-video', '/jobs/01890000-0000-7000-8000-000000000000'])(
    '%s leads to the landing page',
    async (path) => {
      const page = await visit()
      await page.goto(path)
      await page.getByRole('button', { name: 'Sign Up' }).waitFor()
    },
  )

  test('an address without a page has the status 404, says so and leads on', async () => {
    const page = await visit({ allow: /404/ })
    expect((await page.goto('/no/such/page'))?.status()).toBe(404)
    await page.getByText('There is nothing at /no/such/page.').waitFor()
    await page.getByRole('button', { name: 'Sign Up' }).waitFor()
  })

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
  test('every route of the header opens, is marked, has its own title, and what is unknown says so', async () => {
    const person = somebody('hans')
    await createAccount(person)
    const page = await visit({ allow: /404/ })
    await signIn(page, person)
    const nav = page.getByRole('navigation')
    const titles: string[] = []
    await expect.poll(() => page.title()).toMatch(/^Dashboard/)
    let title = await page.title()
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
      // The title of the page before may still be there for a moment.
      await expect.poll(() => page.title()).not.toBe(title)
      title = await page.title()
      expect(titles, `the titles before that of ${name}`).not.toContain(title)
      titles.push(title)
    }
    await page.goto('/video/01890000-0000-7000-8000-000000000000')
    await nav.locator('[aria-current]', { hasText: 'Gallery' }).waitFor()
    await page.goto('/no/such/page')
    await page.getByText('There is nothing at /no/such/page.').waitFor()
    await page.waitForURL((url) => url.pathname === '/')
  })

  test('is looked at: the pages that no journey of their own looks at empty, at three widths, light and dark', {
    timeout: 240_000,
  }, async () => {
    const person = somebody('ines')
    await createAccount(person)
    for (const [name, path] of Object.entries({
      dashboard: '/',
      gallery: '/gallery',
      jobs: '/jobs',
    })) {
      await lookAround(name, async (page) => {
        await signInQuietly(page, person)
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
      })
    }
  })
})

test('the page says that it loads before its scripts have run', async () => {
  const page = await visit()
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByText('Loading Video Forge...').waitFor()
})

test('a browser without scripts is shown a sentence, and nothing that never ends', async () => {
  const page = await visit({ javaScriptEnabled: false })
  await page.goto('/')
  const sentence = page.locator('noscript')
  await sentence.waitFor()
  expect(await sentence.innerText()).toBe('Video Forge needs JavaScript to run.')
  expect(await page.getByText('Loading Video Forge...').isVisible()).toBe(false)
})

test('the gallery is drawn by the page itself, without its scripts and style sheet, and nothing moves when it takes over', async () => {
  const page = await visit()
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.(?:js|css)$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/gallery', { waitUntil: 'commit' })
  await page.locator('[data-first-list]').getByText('Loading videos...').waitFor()
  // Widths are those of the font, which comes with the style sheet.
  const places = async () => {
    const boxes = [page.getByRole('heading', { level: 1, name: 'Video Gallery' }), page.getByText('All Videos')].map((part) =>
      part.boundingBox(),
    )
    return (await Promise.all(boxes)).map((box) => [Math.round(box?.y ?? -1), Math.round(box?.height ?? -1)])
  }
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [before, colour] = [await places(), await background()]
  release()
  await page.getByRole('combobox', { name: 'Search videos' }).waitFor()
  expect([await places(), await background()]).toEqual([before, colour])
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

describe('a part of the page that cannot be loaded', () => {
  const chunk = /assets\/gallery-page-[^/]*\.js/
  /** A file that the gallery's chunk and others import, and that the landing page does without. */
  const shared = /assets\/query-(?!scope)[^/]*\.js/
  const allow = /Failed to load resource|Failed to fetch|net::ERR|dynamically imported|ChunkLoadError/

  /** A visitor to the gallery who does not get some of its files, how many were kept from them, and how often their page was opened. */
  async function visitGallery(
    file: RegExp,
    fails: (request: { isImport: boolean; opened: number; failed: number }, url: URL) => boolean,
    status?: number,
  ) {
    const page = await visit({ allow })
    let failed = 0
    let opened = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) opened += 1
    })
    await page.route(file, (route) => {
      const request = route.request()
      if (!fails({ isImport: request.resourceType() === 'script', opened, failed }, new URL(request.url()))) return route.continue()
      failed += 1
      return status === undefined ? route.abort() : route.fulfill({ status, contentType: 'application/json', body: '{}' })
    })
    await page.goto('/gallery')
    return { page, failed: () => failed, opened: () => opened }
  }
  /** Of the gallery itself, not of what the server draws until it is loaded. */
  const heading = (page: Page) => page.locator('#content').getByRole('heading', { level: 1, name: 'Video Gallery' })
  const reload = (page: Page) => page.getByRole('button', { name: /reload/i })

  test('is tried again', async () => {
    const { page, failed, opened } = await visitGallery(chunk, (request) => request.failed === 0)
    await heading(page).waitFor()
    expect({ failed: failed(), opened: opened() }).toEqual({ failed: 1, opened: 1 })
  })

  test('is tried again in a browser that remembers by address which imports failed', async () => {
    const { page, failed, opened } = await visitGallery(chunk, ({ isImport }, url) => isImport && url.search === '')
    await heading(page).waitFor()
    expect(failed()).toBeGreaterThan(0)
    expect(opened()).toBe(1)
  })

  test('is tried again and then says so', async () => {
    const { page, opened } = await visitGallery(chunk, () => true)
    await reload(page).waitFor()
    expect(opened()).toBe(1)
  })

  test('comes after all when a file that it shares with others failed', async () => {
    const { page, failed } = await visitGallery(shared, (request) => request.failed === 0)
    await heading(page).waitFor()
    expect(failed()).toBe(1)
  })

  test('comes with a new page when the browser remembers that a shared file failed', async () => {
    const { page, failed, opened } = await visitGallery(shared, (request) => request.isImport && request.opened === 1)
    await heading(page).waitFor()
    expect(failed()).toBeGreaterThan(0)
    expect(opened()).toBe(2)
  })

  test('because a newer version replaced it reloads the page, once', async () => {
    const { page, opened } = await visitGallery(chunk, () => true, 404)
    await reload(page).waitFor()
    expect(opened()).toBe(2)
    await page.unroute(chunk)
    await reload(page).click()
    await heading(page).waitFor()
  })
})
