import { once } from 'node:events'
import { createServer } from 'node:http'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { replyWithError } from '../src/http/error-reply.ts'
import { addStorageLinks, linkPath } from '../src/http/storage-links.ts'
import { type LocalStorage, openLocalStorage } from '../src/platform/storage/local-storage.ts'

/** A local storage in the folder whose links are answered by a real listener, both gone with the test. */
export async function openServedStorage(folder: string): Promise<{ storage: LocalStorage; origin: string }> {
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
  addStorageLinks(app, storage, async () => true)
  await app.ready()
  onTestFinished(async () => {
    server.closeAllConnections()
    await app.close()
    server.close()
  })
  return { storage, origin }
}
