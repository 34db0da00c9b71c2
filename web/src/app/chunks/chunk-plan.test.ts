import { expect, test } from 'vitest'
import { iconFiles, iconsIn, type ModuleGraph, planChunks } from '../../../chunk-plan.ts'

const app = (name: string) => `/web/src/${name}`
const library = (name: string) => `/node_modules/${name}`
const entry = app('main.tsx')
const frame = app('app/signed-out.tsx')
const landing = app('features/accounts/landing/landing-page.tsx')
const account = app('features/accounts/settings/account-page.tsx')
const gallery = app('features/gallery/gallery-page.tsx')
const watch = app('features/watch/watch-page.tsx')
const embed = app('features/watch/embed-page.tsx')
const jobs = app('features/jobs/jobs-page.tsx')

/** What each module imports; the parts are loaded by the entry on demand. */
function graphOf(imports: Record<string, readonly string[]>): ModuleGraph {
  const parts = [frame, landing, account, gallery, watch, embed, jobs]
  const ids = new Set([entry, ...parts, ...Object.values(imports).flat()])
  return new Map([...ids].map((id) => [id, { imports: imports[id] ?? [], onDemand: id === entry ? parts : [] }]))
}

const chunksOf = (imports: Record<string, readonly string[]>) => {
  const plan = planChunks(entry, graphOf(imports))
  return (id: string) => plan.get(id)
}

test('what the entry imports is in two chunks, which no page repeats', () => {
  const chunkOf = chunksOf({ [entry]: [library('react/index.js'), app('app/app.tsx')], [watch]: [app('app/app.tsx')] })
  expect([library('react/index.js'), app('app/app.tsx'), entry].map(chunkOf)).toEqual(['libraries', 'start', undefined])
})

test('what pages share is in the chunk of those that share it', () => {
  const chunkOf = chunksOf({
    [frame]: ['wordmark'],
    [landing]: ['field', 'badge'],
    [account]: ['field', 'wordmark'],
    [gallery]: ['card', 'badge', library('@tanstack/query-core/index.js')],
    [watch]: ['card', 'player', 'badge', 'about'],
    [embed]: ['player'],
    [jobs]: ['row'],
  })
  const names = ['wordmark', 'field', 'badge', 'card', 'player', library('@tanstack/query-core/index.js')]
  expect(names.map(chunkOf)).toEqual(['shared', 'sign-in', 'shared', 'videos', 'player', 'query'])
  // What one part alone needs stays in its own chunk.
  expect(['about', 'row'].map(chunkOf)).toEqual([undefined, undefined])
})

test('a module needs the files of the icons that it names', () => {
  const all = "export { default as Trash, default as Trash2 } from './icons/trash.mjs';\nexport { default as Eye } from './icons/eye.mjs';"
  const files = iconFiles(all, ['/icons/eye.mjs', '/icons/trash.mjs'])
  expect(iconsIn('import { Eye, Trash2 as Bin } from "lucide-react"', files)).toEqual(['/icons/eye.mjs', '/icons/trash.mjs'])
  expect(iconsIn('import { Eye } from "./eye.tsx"', files)).toEqual([])
})
