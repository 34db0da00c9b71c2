import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'

const folder = import.meta.dirname
const modules = join(folder, '..', 'node_modules')

/** The bytes of a bundle, minified and gzipped. */
async function bundled(entry: string, external: string[]): Promise<number> {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: join(folder, entry), formats: ['es'] },
      rolldownOptions: { external },
    },
  })
  const outputs = [result].flat().flatMap((each) => ('output' in each ? each.output : []))
  return outputs.reduce((sum, each) => sum + ('code' in each ? gzipSync(each.code, { level: 9 }).length : 0), 0)
}

test('the client has at most 12 kB, and the library for uploads is loaded when it is needed', async () => {
  expect(await bundled('src/index.js', ['tus-js-client'])).toBeLessThan(12_000)
})

test.each(['client', 'cli'])('npm publishes the source of %s, its description and its licence, and no tests', (workspace) => {
  const packed = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: join(folder, '..', workspace),
    encoding: 'utf8',
  })
  const [{ files }] = JSON.parse(packed.stdout) as [{ files: { path: string }[] }]
  const paths = files.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']))
  expect(paths.filter((path) => !/^(package\.json|README\.md|LICENSE|(src|bin)\/[\w/-]+(\.m?js|\.d\.ts))$/.test(path))).toEqual([])
})

const program = `
import { ApiError, createForge, type Job, verifyWebhook } from '@video-forge/client'
import { openFile } from '@video-forge/client/node'
import { connectPlayer } from '@video-forge/client/embed'
const forge = createForge({ url: 'http://localhost', key: 'vf_x' })
export const job = async (id: string): Promise<Job> => (await forge.call('GET /jobs/{id}', { params: { id } })).job
export const list = async () => (await forge.call('GET /gallery/videos')).videos.map(({ title }) => title.length)
export const send = async () => forge.upload(await openFile('a.mp4'), { formats: ['720p'] })
export const check = verifyWebhook
export const time = async (frame: HTMLIFrameElement): Promise<number> => (await connectPlayer(frame).getState()).time
export const isError = (error: unknown): boolean => error instanceof ApiError && error.retryAfter === 1
// @ts-expect-error there is no such call
forge.call('GET /nonsense')
// @ts-expect-error the id is missing
forge.call('GET /jobs/{id}')
// @ts-expect-error there is no such format
export const wrong = async () => forge.upload(await openFile('a.mp4'), { formats: ['8k'] })
`

test('a program outside this repository has its types, without any other package', async () => {
  const project = await mkdtemp(join(tmpdir(), 'vf-client-'))
  onTestFinished(() => rm(project, { recursive: true, force: true }))
  const installed = join(project, 'node_modules', '@video-forge', 'client')
  await mkdir(installed, { recursive: true })
  await cp(join(folder, 'package.json'), join(installed, 'package.json'))
  await cp(join(folder, 'src'), join(installed, 'src'), { recursive: true })
  await symlink(join(modules, 'tus-js-client'), join(project, 'node_modules', 'tus-js-client'))
  const run = (args: readonly string[], cwd = project) => spawnSync(process.execPath, [...args], { cwd, encoding: 'utf8' })
  const compiler = join(modules, 'typescript-native', 'bin', 'tsc')
  const emitted = run([compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', join(installed, 'dist')])
  expect(emitted.stdout).toBe('')
  for (const name of ['types.d.ts', 'calls.d.ts']) await cp(join(folder, 'src', name), join(installed, 'dist', name))
  await writeFile(join(project, 'program.ts'), program)
  await writeFile(join(project, 'package.json'), '{"type":"module"}')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--types', '']
  expect(run([compiler, ...options, 'program.ts']).stdout).toBe('')
  const started = run(['-e', "import('@video-forge/client').then(({ createForge }) => console.log(typeof createForge({ url: '' }).call))"])
  expect(started.stdout).toBe('function\n')
})
