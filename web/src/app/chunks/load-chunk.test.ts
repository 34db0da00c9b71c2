import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError } from './chunk-load-error.ts'
import { type ImportAddress, loadChunk } from './load-chunk.ts'

let count = 0
let files: string[] = []
const chunk = () => `/${files[0]}`

/** What the server answers to the question whether a file is there, by address; 200 by default. */
let answers: Record<string, number | 'unreachable'> = {}
const asked = vi.fn()
/** What a browser imports by address; a rejection for whatever is not listed. */
let modules: Record<string, unknown> = {}
const importAddress: ImportAddress = vi.fn((address: string) =>
  address in modules ? Promise.resolve(modules[address]) : Promise.reject(new Error(`failed: ${address}`)),
) as ImportAddress

const gone = () => Promise.reject(new Error('gone'))
const never = () => new Promise<never>(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
  count += 1
  files = [`assets/page-${count}.js`, 'assets/react.js', 'assets/query.js']
  answers = {}
  modules = { '/assets/react.js': {}, '/assets/query.js': {} }
  vi.stubGlobal('fetch', async (address: string) => {
    asked(address)
    const status = answers[address] ?? 200
    if (status === 'unreachable') throw new TypeError('Failed to fetch')
    return new Response('', { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  document.head.replaceChildren()
})

async function load(importModule: () => Promise<unknown>) {
  const settled = loadChunk(importModule, files, importAddress).then(
    (module) => ({ module }),
    (error: unknown) => ({ error }),
  )
  await vi.advanceTimersByTimeAsync(2000)
  return settled
}

/** The address at which the chunk was asked for again. */
const renewedAddress = () => asked.mock.calls.flat().find((address) => String(address).startsWith(`${chunk()}?`))

test('requests all files at once, and nothing else on success', async () => {
  await expect(load(async () => 'page')).resolves.toEqual({ module: 'page' })
  expect([...document.head.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'))).toEqual(
    files.map((file) => `/${file}`),
  )
  expect(asked).not.toHaveBeenCalled()
  expect(importAddress).not.toHaveBeenCalled()
})

test('retries a chunk that fails once', async () => {
  const importModule = vi.fn().mockImplementationOnce(gone).mockResolvedValueOnce('page')
  await expect(load(importModule)).resolves.toEqual({ module: 'page' })
})

test('a chunk whose failure the browser remembers is imported by another address, and what it shares is not', async () => {
  vi.mocked(importAddress).mockImplementation(async (address: string) => {
    if (address.startsWith(`${chunk()}?`)) return 'renewed page' as never
    if (address in modules) return modules[address] as never
    throw new Error('unexpected')
  })
  await expect(load(gone)).resolves.toEqual({ module: 'renewed page' })
  const imported = vi.mocked(importAddress).mock.calls.map(([address]) => address)
  expect(imported).toEqual(['/assets/react.js', '/assets/query.js', renewedAddress()])

  // From then on it has that address, so that there is one of it.
  vi.mocked(importAddress).mockClear()
  asked.mockClear()
  await expect(load(gone)).resolves.toEqual({ module: 'renewed page' })
  expect(vi.mocked(importAddress).mock.calls.map(([address]) => address)).toEqual([imported.at(-1)])
  expect(asked).not.toHaveBeenCalled()
})

test('a shared file whose failure the browser remembers needs a new page, not a second instance', async () => {
  delete modules['/assets/query.js']
  await expect(load(gone)).resolves.toMatchObject({ error: { name: 'ChunkLoadError', needsReload: true, address: chunk() } })
  expect(vi.mocked(importAddress).mock.calls.map(([address]) => address)).toEqual(['/assets/react.js', '/assets/query.js'])
})

test('a file that is not there any more needs a new page', async () => {
  answers['/assets/react.js'] = 404
  await expect(load(gone)).resolves.toMatchObject({ error: { needsReload: true } })
})

test.each(['unreachable', 503] as const)('a server that is %s is no reason for a new page', async (answer) => {
  answers['/assets/react.js'] = answer
  await expect(load(gone)).resolves.toMatchObject({ error: { name: 'ChunkLoadError', needsReload: false } })
})

test('retries a failed style sheet under another address', async () => {
  files.push(`assets/page-${count}.css`)
  const settled = load(async () => 'page')
  const sheets = () => [...document.head.querySelectorAll('link[rel=stylesheet]')]
  sheets()[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(sheets().map((link) => link.getAttribute('href'))).toEqual([`/assets/page-${count}.css`])
  sheets()[0]?.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sheets().map((link) => link.getAttribute('href'))).toEqual([expect.stringMatching(/\.css\?retry=\d+$/)])
  sheets()[0]?.dispatchEvent(new Event('load'))
  await expect(settled).resolves.toEqual({ module: 'page' })
})

test('a chunk that does not come is given 120 seconds, twice', async () => {
  const failed = vi.fn()
  vi.mocked(importAddress).mockImplementation(never)
  loadChunk(never, files, importAddress).catch(failed)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(asked).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1001)
  expect(asked).toHaveBeenCalledWith(renewedAddress())
  await vi.advanceTimersByTimeAsync(118_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalledWith(expect.any(ChunkLoadError))
})
