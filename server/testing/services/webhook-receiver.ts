import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

interface Received {
  headers: IncomingMessage['headers']
  body: string
}

/** A real receiver of webhooks until the end of the test; `status` says how it answers from now on. */
export async function openReceiver() {
  const received: Received[] = []
  const receiver = { url: '', status: 200, received, bodies: () => received.map(({ body }) => JSON.parse(body)) }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(receiver.status, { location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  receiver.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hook`
  onTestFinished(() => void server.close())
  return receiver
}
