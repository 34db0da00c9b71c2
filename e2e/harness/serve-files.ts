import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ServedFile {
  type: string
  content: string | Buffer
}

/** A site with these files by their paths, until the test ends. Returns its origin. */
export async function serveFiles(files: Record<string, ServedFile>): Promise<string> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? '']
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': Buffer.byteLength(file.content) })
    return response.end(request.method === 'HEAD' ? undefined : file.content)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
