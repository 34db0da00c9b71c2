import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, onTestFinished, test } from 'vitest'
import walls from '../.dependency-cruiser.mjs'

/** For each wall, a small house with exactly one hole in it. */
const planted: Record<string, Record<string, string>> = {
  'no-circles': { 'server/src/a.ts': "import './b.ts'", 'server/src/b.ts': "import './a.ts'" },
  'nothing-unresolvable': { 'server/src/a.ts': "import './nowhere.ts'" },
  'contract-imports-zod-only': { 'contract/src/a.ts': "import 'node:fs'" },
  'media-stands-alone': { 'media/src/run/a.ts': "import '../../../contract/src/b.ts'", 'contract/src/b.ts': 'export const b = 1' },
  'media-plan-is-pure': { 'media/src/plan/a.ts': "import 'node:fs'" },
  'server-knows-no-web': { 'server/src/a.ts': "import '../../web/src/b.ts'", 'web/src/b.ts': 'export const b = 1' },
  'web-knows-no-server': { 'web/src/a.ts': "import '../../server/src/b.ts'", 'server/src/b.ts': 'export const b = 1' },
  'web-takes-schemas-as-types': {
    'web/src/a.ts': "import { endpoints } from '../../contract/src/endpoints.ts'\nexport const a = endpoints",
    'contract/src/endpoints.ts': 'export const endpoints = 1',
  },
  'server-features-apart': { 'server/src/jobs/a.ts': "import '../gallery/b.ts'", 'server/src/gallery/b.ts': 'export const b = 1' },
  'server-features-see-only-the-handler-types-of-http': {
    'server/src/jobs/a.ts': "import '../http/app.ts'",
    'server/src/http/app.ts': 'export const b = 1',
  },
  'http-knows-no-feature': { 'server/src/http/a.ts': "import '../jobs/b.ts'", 'server/src/jobs/b.ts': 'export const b = 1' },
  'platform-is-the-ground': { 'server/src/platform/cache/a.ts': "import '../../jobs/b.ts'", 'server/src/jobs/b.ts': 'export const b = 1' },
  'ports-not-adapters': {
    'server/src/jobs/a.ts': "import '../platform/storage/local-storage.ts'",
    'server/src/platform/storage/local-storage.ts': 'export const b = 1',
  },
  'only-main-and-tests-compose': { 'server/src/jobs/a.ts': "import '../compose.ts'", 'server/src/compose.ts': 'export const b = 1' },
  'web-features-apart': { 'web/src/features/jobs/a.ts': "import '../gallery/b.ts'", 'web/src/features/gallery/b.ts': 'export const b = 1' },
  'only-the-app-knows-features': {
    'web/src/session/a.ts': "import '../features/jobs/b.ts'",
    'web/src/features/jobs/b.ts': 'export const b = 1',
  },
  'nobody-imports-the-app': { 'web/src/session/a.ts': "import '../app/b.ts'", 'web/src/app/b.ts': 'export const b = 1' },
  'web-ui-and-format-stand-alone': { 'web/src/ui/a.ts': "import '../session/b.ts'", 'web/src/session/b.ts': 'export const b = 1' },
  'web-api-is-the-ground': { 'web/src/api/a.ts': "import '../session/b.ts'", 'web/src/session/b.ts': 'export const b = 1' },
  'no-test-code-in-the-product': { 'server/src/a.ts': "import './b.test.ts'", 'server/src/b.test.ts': 'export const b = 1' },
  'no-development-packages-in-the-server': {
    'package.json': '{"devDependencies":{"devtool":"1.0.0"}}',
    'node_modules/devtool/package.json': '{"name":"devtool","version":"1.0.0","main":"index.js"}',
    'node_modules/devtool/index.js': 'module.exports = 1',
    'server/src/a.ts': "import devtool from 'devtool'\nexport const a = devtool",
  },
}

const rules = walls.forbidden ?? []

test('every wall has its planted hole', () => {
  expect(Object.keys(planted).sort()).toEqual(rules.map((rule) => rule.name).sort())
})

describe('a hole in a wall is seen', () => {
  test.each(Object.entries(planted))('%s', async (name, files) => {
    const house = await build(files)
    expect(await violations(house)).toContain(name)
  })
})

test('a house without holes passes, and its files are really read', async () => {
  const house = await build({
    'server/src/a.ts': "import type { B } from './b.ts'\nexport type A = B",
    'server/src/b.ts': 'export type B = 1',
  })
  const result = await look(house)
  expect(result.summary.violations).toEqual([])
  expect(result.summary.totalCruised).toBe(2)
})

async function build(files: Record<string, string>): Promise<string> {
  const house = await mkdtemp(join(tmpdir(), 'vf-walls-'))
  onTestFinished(() => rm(house, { recursive: true, force: true }))
  const rooms = ['contract', 'media', 'server', 'web']
  await Promise.all(rooms.map((room) => mkdir(join(house, room, 'src'), { recursive: true })))
  for (const [path, content] of Object.entries({ 'package.json': '{}', 'tsconfig.base.json': '{}', ...files })) {
    await mkdir(dirname(join(house, path)), { recursive: true })
    await writeFile(join(house, path), content)
  }
  return house
}

async function look(house: string): Promise<ICruiseResult> {
  const { tsConfig: _, ...options } = walls.options ?? {}
  const { output } = await cruise(['contract', 'media', 'server', 'web'], {
    ...options,
    baseDir: house,
    validate: true,
    ruleSet: { forbidden: rules },
  })
  if (typeof output === 'string') throw new Error(output)
  return output
}

const violations = async (house: string) => (await look(house)).summary.violations.map(({ rule }) => rule.name)
