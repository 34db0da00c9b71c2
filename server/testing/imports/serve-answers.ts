import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Body = string | Uint8Array | object
interface SentAnswer {
  status?: number
  headers?: Record<string, string>
  body: Body
}
/** Undefined answers 404. */
export type AnswerTo = (url: URL, request: IncomingMessage) => SentAnswer | undefined

export interface AnswerServer {
  origin: string
  /** Paths with their query, in order. */
  requests: string[]
  close(): Promise<void>
}

const isBytes = (body: Body): body is Uint8Array => body instanceof Uint8Array

/** A server that answers as another product does. */
export async function serveAnswers(makeAnswer: (origin: string) => AnswerTo): Promise<AnswerServer> {
  const requests: string[] = []
  let answerTo: AnswerTo = () => undefined
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const found = answerTo(new URL(request.url ?? '/', origin), request)
    if (!found) return response.writeHead(404).end('{}')
    const { status = 200, headers = {}, body } = found
    const sent = typeof body === 'string' || isBytes(body) ? body : JSON.stringify(body)
    return response.writeHead(status, { 'content-length': Buffer.byteLength(sent), ...headers }).end(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  answerTo = makeAnswer(origin)
  return {
    origin,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
