import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A site that answers every address with this file, until the test ends. Returns its origin. */
export async function serveFile(path: string, type: string): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': statSync(path).size })
    if (request.method === 'HEAD') response.end()
    else createReadStream(path).pipe(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
