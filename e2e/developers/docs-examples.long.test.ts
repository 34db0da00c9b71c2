import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import { ask, signIn } from '../harness/api-calls.ts'
import { visit, withBrowser } from '../harness/browser.ts'
import { makeClip, withClips } from '../harness/clips.ts'
import { createReaderFolder, docsFolder, embedHelper, examplesIn, pageOf, runExample, stopServers } from '../harness/docs-examples.ts'
import { createAccount, somebody } from '../harness/people.ts'
import { serveFiles } from '../harness/serve-files.ts'
import { theProduct } from '../harness/the-product.ts'
import { uploadVideo } from '../harness/videos.ts'

withBrowser()
withClips()

const reader = somebody('reader')
let key = ''
/** What a reader has made on the account page. */
let signing: Record<string, string> = {}
beforeAll(async () => {
  await createAccount(reader)
  const token = await signIn(theProduct(), reader.username, reader.password)
  const made = await ask(theProduct(), 'POST /account/keys', token, { name: 'docs', scopes: ['read', 'upload', 'manage'] })
  key = String(made['secret'])
  const [pair, shared] = await Promise.all(
    ['EdDSA', 'HS256'].map((algorithm) => ask(theProduct(), 'POST /account/signing-keys', token, { name: 'docs', algorithm })),
  )
  signing = {
    SIGNING_KEY_ID: idOf(pair?.['key']),
    SIGNING_KEY: String(pair?.['secret']),
    SIGNING_SECRET_ID: idOf(shared?.['key']),
    SIGNING_SECRET: String(shared?.['secret']),
  }
})
afterEach(async () => void (await stopServers()))

const idOf = (value: unknown): string => (value as { id: string }).id

const pages = (await readdir(docsFolder)).filter((name) => name.endsWith('.md'))

/** What the examples of a page print when all of them have worked. */
const outcomes: Record<string, RegExp> = {
  'quick-start.md': /COMPLETED http.*\n.*link=[\s\S]*100 % sent\nCOMPLETED http.*\n.*link=[\s\S]*COMPLETED http.*\n.*link=/,
  'uploading.md': /480p\.mp4/,
  'captions.md': /en English uploaded\n0\.5 Good morning/,
  'webhooks.md':
    /true[\s\S]*received test[\s\S]*true[\s\S]*"event":"video\.updated"[\s\S]*waiting[\s\S]*received test[\s\S]*received video\.updated/,
  'protected-playback.md': /PASSWORD_REQUIRED[\s\S]*EdDSA: 200[\s\S]*HS256: 200[\s\S]*"\*\.example\.com"/,
  'command-line.md': /reader[\s\S]*Harbour again[\s\S]*exit codes/i,
  'errors-limits-lists.md': /There is no such job[\s\S]*"maxBytes":/,
}

describe.each(pages)('the examples of %s', (page) => {
  const examples = examplesIn(page)

  test.skipIf(examples.length === 0)('work in the order of the page', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vf-docs-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await createReaderFolder(folder)
    const clip = makeClip('clip.mp4')
    await copyFile(clip, join(folder, 'clip.mp4'))
    const video = await uploadVideo(reader, clip, { title: 'Harbour' })
    const port = String(await freePort())
    const ownValues = {
      'https://video.example.com': theProduct().url,
      'https://example.com': await serveFiles({ '/clip.mp4': { type: 'video/mp4', content: await readFile(clip) } }),
      'https://your-server.example.com': `http://127.0.0.1:${port}`,
      vf_your_key: key,
      VIDEO_ID: video,
    }
    const environment = { SITE: theProduct().url, KEY: key, PORT: port, ID: video, ...signing }
    const printed: string[] = []
    for (const example of examples) {
      if (example.runs !== 'browser') printed.push(await runExample(example, { folder, ownValues, environment }))
    }
    printed.push(await stopServers())
    expect(printed.join('')).toMatch(outcomes[page] ?? /^/)
    // What jq and JavaScript print where a field is missing.
    expect(printed.join('')).not.toMatch(/^null$|\bundefined\b/m)

    const html = await pageOf(examples, ownValues)
    if (html) await pressPlay(html)
  })
})

/** Opens a page with a player on another site and plays it from there. */
async function pressPlay(html: string): Promise<void> {
  const host = await serveFiles({
    '/': { type: 'text/html', content: html },
    '/embed.js': { type: 'text/javascript', content: embedHelper() },
  })
  const page = await visit()
  const [isReady, isPlaying] = ['ready at 0', 'playing'].map((text) =>
    page.waitForEvent('console', { predicate: (message) => message.text() === text }),
  )
  await page.goto(`${host}/`)
  await isReady
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await isPlaying
}
