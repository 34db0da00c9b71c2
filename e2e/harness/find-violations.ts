import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

export type Aspects = 'everything' | 'structure' | 'colours'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const script = `${axe};axe.configure({ allowedOrigins: ['<same_origin>'] })`

/** What passes is not listed, which takes time as well. */
const optionsFor: Record<Aspects, RunOptions> = {
  everything: { resultTypes: ['violations'] },
  structure: { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } },
  colours: { resultTypes: ['violations'], runOnly: { type: 'rule', values: ['color-contrast'] } },
}

/**
 * What axe finds wrong with a page: the rule, and where it is broken. The library that joins axe to the browser sends the long form of axe
 * twice for each check; here a document gets the short one, once.
 */
export async function findViolations(page: Page, aspects: Aspects): Promise<string[]> {
  await Promise.all(page.frames().map((frame) => addAxe(frame, frame === page.mainFrame())))
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }
    const found = await axe.run(document, options)
    return found.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }))
  }, optionsFor[aspects])
  return violations.map(({ id, targets }) => `${id}: ${targets.map((target) => target.join(' ')).join(', ')}`)
}

async function addAxe(frame: Frame, isMain: boolean): Promise<void> {
  try {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(script)
  } catch (error) {
    // A frame may be gone meanwhile; axe says so itself where one is not checked.
    if (isMain) throw error
  }
}
