import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openUpgradingServer } from '../../../testing/services/upgrading-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { fetchUrl } from './fetch-url.ts'

test('a server that changes the protocol instead of sending a file ends the download', async () => {
  const options = { signal: new AbortController().signal, maxBytes: 1000, allowPrivate: true }
  const path = join(await temporaryFolder(), 'source')
  await expect(fetchUrl(`${await openUpgradingServer()}/clip.mp4`, path, options)).rejects.toThrow('The server did not send a file.')
})
