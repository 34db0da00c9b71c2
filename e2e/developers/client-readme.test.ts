import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createForge } from '@video-forge/client'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import { signIn } from '../harness/api-calls.ts'
import { makeClip, withClips } from '../harness/clips.ts'
import { root } from '../harness/product-process.ts'
import { theProduct } from '../harness/the-product.ts'

withClips()
/** An empty folder with the client and a video, as a reader of the page has it. */
let folder = ''
let examples: string[] = []
let environment: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vf-readme-'))
  await mkdir(join(folder, 'node_modules', '@video-forge'), { recursive: true })
  await symlink(join(root, 'client'), join(folder, 'node_modules', '@video-forge', 'client'))
  await copyFile(makeClip('holiday.mp4'), join(folder, 'holiday.mp4'))
  const page = await readFile(join(root, 'client', 'README.md'), 'utf8')
  examples = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  await Promise.all(examples.map((code, index) => writeFile(join(folder, `example-${index}.mjs`), code)))
  const { url } = theProduct()
  const person = createForge({ url, token: await signIn({ url }, 'admin', theProduct().adminPassword) })
  const { secret } = await person.call('POST /account/keys', { body: { name: 'README', scopes: ['read', 'upload', 'manage'] } })
  environment = { FORGE_URL: url, FORGE_KEY: secret }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function start(index: number, more: Record<string, string> = {}): { child: ChildProcess; ended: Promise<string>; output: () => string } {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [`example-${index}.mjs`], { cwd: folder, env: { PATH, ...environment, ...more } })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  const ended = once(child, 'close').then(() => {
    if (child.exitCode !== 0) throw new Error(`example ${index} ended with ${child.exitCode}: ${text}`)
    return text
  })
  ended.catch(() => undefined)
  return { child, ended, output: () => text }
}
/** Runs the example that contains this text, so that a new one is not forgotten. */
const exampleWith = (text: string): number => {
  const found = examples.flatMap((code, index) => (code.includes(text) ? [index] : []))
  if (found.length !== 1) throw new Error(`${found.length} examples contain ${text}`)
  return found[0] ?? 0
}
const known = ['GET /gallery/videos', 'waitForJob', 'upload.json', 'ApiError', 'forge.events', 'verifyWebhook']

test('every example of the page is run below', () => {
  expect(known.map(exampleWith).sort()).toEqual(examples.map((_, index) => index))
})

test('calls, uploads, errors and events do what the page says', async () => {
  expect(await start(exampleWith('waitForJob')).ended).toMatch(/100 %[\s\S]*\/video\/[0-9a-f-]{36}\n$/)
  expect(await start(exampleWith('upload.json')).ended).toBe('uploaded\n')
  expect(await start(exampleWith('GET /gallery/videos')).ended).toMatch(/Holiday\n[\s\S]*jobs are completed\n$/)
  expect(await start(exampleWith('ApiError')).ended).toMatch(/^NOT_FOUND /)
  await start(exampleWith('forge.events')).ended
})

test('a webhook of the site is verified, and one with another secret is not', async () => {
  const port = await freePort()
  const forge = createForge({ url: theProduct().url, key: environment['FORGE_KEY'] })
  onTestFinished(() => forge.call('DELETE /account/webhook').then(() => undefined))
  const secret = 'a secret of 20 characters'
  await forge.call('PUT /account/webhook', { body: { url: `http://127.0.0.1:${port}/`, secret } })
  for (const [known, status] of [
    [secret, 204],
    ['another secret, not the same', 400],
  ] as const) {
    const { child, ended } = start(exampleWith('verifyWebhook'), { PORT: String(port), WEBHOOK_SECRET: known })
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`))
    const { webhook } = await forge.call('POST /account/webhook/test')
    expect(webhook.last?.status).toBe(status)
    child.kill()
    await ended.catch(() => undefined)
  }
})
