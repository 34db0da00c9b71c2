import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, onTestFinished, test } from 'vitest'
import boundaries from '../.dependency-cruiser.mjs'

/** A small project for each rule that violates it. */
const planted: Record<string, Record<string, string>> = {
  'no-cycles': { 'server/src/a.ts': "import './b.ts'", 'server/src/b.ts': "import './a.ts'" },
  'no-unresolved-imports': { 'server/src/a.ts': "import './nowhere.ts'" },
  'contract-imports-zod-only': { 'contract/src/a.ts': "import 'node:fs'" },
  'client-imports-nothing-else': { 'client/src/a.js': "import 'node:fs'" },
  'cli-imports-the-client-only': { 'cli/src/a.js': "import '../../contract/src/b.ts'", 'contract/src/b.ts': 'export const b = 1' },
  'media-imports-no-other-workspace': {
    'media/src/run/a.ts': "import '../../../contract/src/b.ts'",
    'contract/src/b.ts': 'export const b = 1',
  },
  'media-decisions-are-pure': { 'media/src/planning/a.ts': "import 'node:fs'" },
  'server-does-not-import-web': { 'server/src/a.ts': "import '../../web/src/b.ts'", 'web/src/b.ts': 'export const b = 1' },
  'web-does-not-import-server': { 'web/src/a.ts': "import '../../server/src/b.ts'", 'server/src/b.ts': 'export const b = 1' },
  'web-imports-schemas-as-types-only': {
    'web/src/a.ts': "import { endpoints } from '../../contract/src/endpoints.ts'\nexport const a = endpoints",
    'contract/src/endpoints.ts': 'export const endpoints = 1',
  },
  'server-features-are-independent': {
    'server/src/jobs/a.ts': "import '../gallery/b.ts'",
    'server/src/gallery/b.ts': 'export const b = 1',
  },
  'server-features-import-only-handler-types-of-http': {
    'server/src/jobs/a.ts': "import '../http/app.ts'",
    'server/src/http/app.ts': 'export const b = 1',
  },
  'http-imports-no-feature': { 'server/src/http/a.ts': "import '../jobs/b.ts'", 'server/src/jobs/b.ts': 'export const b = 1' },
  'platform-imports-no-feature': {
    'server/src/platform/cache/a.ts': "import '../../jobs/b.ts'",
    'server/src/jobs/b.ts': 'export const b = 1',
  },
  'ports-not-adapters': {
    'server/src/jobs/a.ts': "import '../platform/storage/local-storage.ts'",
    'server/src/platform/storage/local-storage.ts': 'export const b = 1',
  },
  'only-main-and-tests-import-compose': { 'server/src/jobs/a.ts': "import '../compose.ts'", 'server/src/compose.ts': 'export const b = 1' },
  'only-compose-imports-its-steps': {
    'server/src/jobs/a.ts': "import '../create-features.ts'",
    'server/src/create-features.ts': 'export const b = 1',
  },
  'worker-builds-no-features': {
    'server/src/start-worker.ts': "import './gallery/gallery.ts'",
    'server/src/gallery/gallery.ts': 'export const b = 1',
  },
  'web-features-are-independent': {
    'web/src/features/jobs/a.ts': "import '../gallery/b.ts'",
    'web/src/features/gallery/b.ts': 'export const b = 1',
  },
  'only-app-imports-features': {
    'web/src/session/a.ts': "import '../features/jobs/b.ts'",
    'web/src/features/jobs/b.ts': 'export const b = 1',
  },
  'nothing-imports-app': { 'web/src/session/a.ts': "import '../app/b.ts'", 'web/src/app/b.ts': 'export const b = 1' },
  'web-ui-and-format-import-nothing-else': { 'web/src/ui/a.ts': "import '../session/b.ts'", 'web/src/session/b.ts': 'export const b = 1' },
  'web-api-imports-nothing-else': { 'web/src/api/a.ts': "import '../session/b.ts'", 'web/src/session/b.ts': 'export const b = 1' },
  'no-test-code-in-product': { 'server/src/a.ts': "import './b.test.ts'", 'server/src/b.test.ts': 'export const b = 1' },
  'no-development-packages-in-the-server': {
    'package.json': '{"devDependencies":{"devtool":"1.0.0"}}',
    'node_modules/devtool/package.json': '{"name":"devtool","version":"1.0.0","main":"index.js"}',
    'node_modules/devtool/index.js': 'module.exports = 1',
    'server/src/a.ts': "import devtool from 'devtool'\nexport const a = devtool",
  },
}

const rules = boundaries.forbidden ?? []

test('every rule has a planted violation', () => {
  expect(Object.keys(planted).sort()).toEqual(rules.map((rule) => rule.name).sort())
})

describe('a planted violation is found', () => {
  test.each(Object.entries(planted))('%s', async (name, files) => {
    const project = await build(files)
    expect(await violations(project)).toContain(name)
  })
})

test('a project without violations passes, and its files are really read', async () => {
  const project = await build({
    'server/src/a.ts': "import type { B } from './b.ts'\nexport type A = B",
    'server/src/b.ts': 'export type B = 1',
  })
  const result = await look(project)
  expect(result.summary.violations).toEqual([])
  expect(result.summary.totalCruised).toBe(2)
})

async function build(files: Record<string, string>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'vf-boundaries-'))
  onTestFinished(() => rm(project, { recursive: true, force: true }))
  const workspaces = ['contract', 'client', 'media', 'server', 'web', 'cli']
  await Promise.all(workspaces.map((workspace) => mkdir(join(project, workspace, 'src'), { recursive: true })))
  for (const [path, content] of Object.entries({ 'package.json': '{}', 'tsconfig.base.json': '{}', ...files })) {
    await mkdir(dirname(join(project, path)), { recursive: true })
    await writeFile(join(project, path), content)
  }
  return project
}

async function look(project: string): Promise<ICruiseResult> {
  const { tsConfig: _, ...options } = boundaries.options ?? {}
  const { output } = await cruise(['contract', 'client', 'media', 'server', 'web', 'cli'], {
    ...options,
    baseDir: project,
    validate: true,
    ruleSet: { forbidden: rules },
  })
  if (typeof output === 'string') throw new Error(output)
  return output
}

const violations = async (project: string) => (await look(project)).summary.violations.map(({ rule }) => rule.name)
