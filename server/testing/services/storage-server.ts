import { once } from 'node:events'
import { createServer } from 'node:http'
import { Failure } from '@video-forge/contract/errors'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { replyWithError } from '../../src/http/api/error-reply.ts'
import { addStorageLinks, linkPath, type TakeWrite } from '../../src/http/files/storage-links.ts'
import { slowestUpload } from '../../src/http/uploads/stalled-body.ts'
import { type LocalStorage, openLocalStorage } from '../../src/platform/storage/local-storage.ts'

const takeAll: TakeWrite = (_key, write) =>
  write({
    maxBytes: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    tooLarge: () => new Failure('TOO_LARGE', 'The file is too large.'),
    commit: (place) => place(),
  })

/** A local storage in the folder whose links are answered by a real listener, both gone with the test. */
export async function openServedStorage(
  folder: string,
  { take = takeAll, slowest = slowestUpload } = {},
): Promise<{ storage: LocalStorage; origin: string }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the listener has no port')
  const origin = `http://127.0.0.1:${address.port}`
  const storage = await openLocalStorage({ folder, linkBase: `${origin}${linkPath}`, secret: 'a secret that only the tests know' })

  // The links name the port, so the listener is there before the application that answers on it.
  const app = Fastify({
    serverFactory: (handler) => server.on('request', handler),
    forceCloseConnections: true,
  })
  app.setErrorHandler(replyWithError)
  addStorageLinks(app, storage, take, slowest)
  await app.ready()
  onTestFinished(async () => {
    server.closeAllConnections()
    await app.close()
    server.close()
  })
  return { storage, origin }
}
