import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished } from 'vitest'
import { findChromium } from './find-chromium.ts'
import { type Aspects, findViolations } from './find-violations.ts'
import { root } from './product-process.ts'
import { theProduct } from './the-product.ts'

/** Pictures of what a run showed, for people to look at; nothing compares them, and each takes about a second of CPU time. */
const screens = process.env['SCREENS'] ? join(root, 'artefacts', 'screens') : undefined

const widths = { wide: 1440, tablet: 820, phone: 390 } as const

/**
 * For every window, and so for every visit, Chromium loads the pages of its address bar's pop-ups: 1.4 s of CPU time for what no headless
 * run shows. Only the last `--disable-features` counts, so the ones that Playwright sets are named again.
 */
const withoutFeatures = `--disable-features=${[
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
].join(',')}`

let launching: Promise<Browser> | undefined
let browser: Browser

/** The files of one worker share a browser, which ends with the worker's process; each visit has a context of its own. */
export function withBrowser(): void {
  beforeAll(async () => {
    launching ??= launch()
    browser = await launching
  })
}

async function launch(): Promise<Browser> {
  if (screens) await mkdir(screens, { recursive: true })
  const args = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', withoutFeatures]
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  return chromium.launch({ executablePath: findChromium(), args })
}

/** Only when SCREENS is set: SCREENS=true npm test -- --project e2e. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}): Promise<void> {
  if (screens) await page.screenshot({ path: join(screens, `${name}.png`), fullPage })
}

/** A fresh visitor. Whatever the page complains about on the way fails the test at its end; `ours` are servers of the site's own. */
export async function visit(options: BrowserContextOptions & { allow?: RegExp; ours?: string[] } = {}): Promise<Page> {
  const { allow, ours = [], baseURL = theProduct().url, ...context } = options
  const visitor = await browser.newContext({
    baseURL,
    viewport: { width: widths.wide, height: 900 },
    reducedMotion: 'reduce',
    ...context,
  })
  // For what never comes; the usual 30 s are too few when the machine is busy.
  visitor.setDefaultTimeout(60_000)
  const page = await visitor.newPage()
  const complaints: string[] = []
  const complain = (text: string) => {
    if (!allow?.test(text)) complaints.push(text)
  }
  page.on('console', (message) => {
    // Only our own pages count: a provider's may complain as they like.
    const isOurs = [baseURL, ...ours].some((origin) => message.location().url.startsWith(origin))
    if (message.type() === 'error' && isOurs) complain(message.text())
  })
  page.on('pageerror', (error) => complain(String(error)))
  onTestFinished(async () => {
    await visitor.close()
    expect(complaints, 'what the browser complained about').toEqual([])
  })
  return page
}

/** Whether nothing is being loaded or faded, which would lend all texts another contrast. */
const isAtRest = () =>
  !document.querySelector('[aria-busy="true"]') &&
  !document.getAnimations().some(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))

/** Checks accessibility, and takes a picture when pictures are wanted. */
export async function lookAt(page: Page, name: string, aspects: Aspects = 'everything'): Promise<void> {
  await page.waitForFunction(isAtRest)
  await takePicture(page, name, { fullPage: true })
  expect(await findViolations(page, aspects)).toEqual([])
}

/**
 * Each width once, and the dark on the widest and the narrowest. Colours don't change with the width and the structure not with the colours,
 * so no more than one of them is checked where the other is new. A screen is opened once; from then on its window and its colours change, as
 * they do when somebody turns a tablet and when the evening comes: the first check of a new page takes more than twice as long as the next.
 */
const looks: readonly (readonly [colorScheme: 'light' | 'dark', widthName: keyof typeof widths, aspects: Aspects])[] = [
  ['light', 'wide', 'everything'],
  ['light', 'tablet', 'structure'],
  ['dark', 'wide', 'colours'],
  ['dark', 'phone', 'everything'],
]

/** The same screen at three widths, light and dark. */
export async function lookAround(name: string, open: (page: Page) => Promise<void>): Promise<void> {
  const page = await visit({ colorScheme: 'light' })
  await open(page)
  for (const [colorScheme, widthName, aspects] of looks) {
    const width = widths[widthName]
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    // Whatever measures itself does so with the next picture.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await lookAt(page, `${name}-${widthName}-${colorScheme}`, aspects)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${name} at ${width}: wider than the window`).toBeLessThanOrEqual(0)
  }
  await page.context().close()
}
