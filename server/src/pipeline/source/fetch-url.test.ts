import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveAnswers } from '../../../testing/imports/serve-answers.ts'
import { openUpgradingServer } from '../../../testing/services/upgrading-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { fetchUrl } from './fetch-url.ts'

test('a server that changes the protocol instead of sending a file ends the download', async () => {
  const options = { signal: new AbortController().signal, maxBytes: 1000, allowPrivate: true }
  const path = join(await temporaryFolder(), 'source')
  await expect(fetchUrl(`${await openUpgradingServer()}/clip.mp4`, path, options)).rejects.toThrow('The server did not send a file.')
})

test.each([
  ['7', 7],
  [new Date(Date.now() - 60_000).toUTCString(), 0],
  ['soon', undefined],
])('a refusal says when to ask again (%s)', async (retryAfter, retryAfterSeconds) => {
  const server = await serveAnswers(() => () => ({ status: 429, headers: { 'retry-after': retryAfter }, body: '' }))
  onTestFinished(server.close)
  const options = { signal: new AbortController().signal, maxBytes: 1000, allowPrivate: true }
  const path = join(await temporaryFolder(), 'source')
  await expect(fetchUrl(`${server.origin}/clip.mp4`, path, options)).rejects.toMatchObject({ status: 429, retryAfterSeconds })
})
