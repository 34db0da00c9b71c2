import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../server/testing/free-port.ts'
import { ask, signIn } from './harness/api-calls.ts'
import { makeClip, withClips } from './harness/clips.ts'
import { createReaderFolder, docsFolder, examplesIn, runExample, stopServers } from './harness/docs-examples.ts'
import { createAccount, somebody } from './harness/people.ts'
import { serveFile } from './harness/serve-file.ts'
import { theProduct } from './harness/the-product.ts'

withClips()

const reader = somebody('reader')
let key = ''
beforeAll(async () => {
  await createAccount(reader)
  const token = await signIn(theProduct(), reader.username, reader.password)
  const made = await ask(theProduct(), 'POST /account/keys', token, { name: 'docs', scopes: ['read', 'upload', 'manage'] })
  key = String(made['secret'])
})
afterEach(() => void stopServers())

const pages = (await readdir(docsFolder)).filter((name) => name.endsWith('.md'))

/** What the examples of a page print when all of them have worked. */
const outcomes: Record<string, RegExp> = {
  'quick-start.md': /Watch it: http.*\n.*link=[\s\S]*100 % sent\nCOMPLETED http.*\n.*link=[\s\S]*COMPLETED http.*\n.*link=/,
  'uploading.md': /480p\.mp4/,
  'webhooks.md': /true[\s\S]*received test[\s\S]*true[\s\S]*"event":"test"[\s\S]*received test/,
  'errors-limits-lists.md': /There is no such job[\s\S]*"maxBytes":/,
}

describe.each(pages)('the examples of %s', (page) => {
  test('work in the order of the page', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vf-docs-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await createReaderFolder(folder)
    await copyFile(makeClip('clip.mp4'), join(folder, 'clip.mp4'))
    const source = await serveFile(join(folder, 'clip.mp4'), 'video/mp4')
    const port = await freePort()
    const printed: string[] = []
    for (const example of examplesIn(page)) {
      const ownValues = {
        'https://video.example.com': theProduct().url,
        'https://example.com': source,
        'https://your-server.example.com': `http://127.0.0.1:${port}`,
        vf_your_key: key,
      }
      printed.push(await runExample(example, { folder, ownValues, environment: { SITE: theProduct().url, KEY: key, PORT: String(port) } }))
    }
    printed.push(stopServers())
    expect(printed.join('')).toMatch(outcomes[page] ?? /^/)
    // What jq and JavaScript print where a field is missing.
    expect(printed.join('')).not.toMatch(/^null$|\bundefined\b/m)
  })
})
