import { vi } from 'vitest'
import { ada, tokenSet } from './fake-api.ts'

/** Replaces the live stream, byte by byte. Other calls reach the previous fetch. */
export function fakeStream() {
  const opened: { authorization: string | null; lastEventId: string | null }[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let refusal: { status: number; authorization: string | undefined } | undefined
  const others: typeof fetch = globalThis.fetch
  const bytes = (text: string) => new TextEncoder().encode(text)

  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/auth/refresh')) return Response.json({ success: true, result: { tokens: tokenSet('2'), user: ada } })
    if (!url.endsWith('/jobs/events')) return others(url, init)
    const headers = new Headers(init.headers)
    const authorization = headers.get('authorization')
    opened.push({ authorization, lastEventId: headers.get('last-event-id') })
    if (refusal && (refusal.authorization ?? authorization) === authorization) return new Response('{}', { status: refusal.status })
    const body = new ReadableStream<Uint8Array>({
      start: (opening) => {
        controller = opening
      },
    })
    init.signal?.addEventListener('abort', () => {
      try {
        controller?.close()
      } catch {
        // It is already closed.
      }
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })

  return {
    opened,
    send: (name: string, data: object, id: string) =>
      controller?.enqueue(bytes(`id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`)),
    comment: () => controller?.enqueue(bytes(': \n\n')),
    end: () => controller?.close(),
    refuseWith: (status: number, authorization?: string) => {
      refusal = { status, authorization }
    },
    recover: () => {
      refusal = undefined
    },
  }
}
