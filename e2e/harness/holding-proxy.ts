import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface HoldingProxy {
  url: string
  /** Bytes that clients have sent since this was last called. */
  takeCount(): number
  /** Lets no more than these bytes through to the server, until it is released; resolves when they have passed. */
  hold(afterBytes: number): Promise<void>
  release(): void
  close(): Promise<void>
}

/** Stands before the product and can hold back what clients send, as a network that has become very slow. */
export async function openHoldingProxy(targetPort: number): Promise<HoldingProxy> {
  const open = new Set<Socket>()
  let sentBytes = 0
  let held: { afterBytes: number; reached: () => void } | undefined
  const listener = createServer((client) => {
    const server = connect(targetPort, '127.0.0.1')
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    server.pipe(client)
    client.on('data', (chunk) => {
      sentBytes += chunk.length
      if (held && sentBytes >= held.afterBytes) {
        client.pause()
        held.reached()
      }
      if (server.write(chunk)) return
      client.pause()
      server.once('drain', () => {
        if (!held || sentBytes < held.afterBytes) client.resume()
      })
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    takeCount() {
      const count = sentBytes
      sentBytes = 0
      return count
    },
    hold: (afterBytes) =>
      new Promise((reached) => {
        // What an earlier client still has to send must not count.
        for (const socket of open) socket.destroy()
        sentBytes = 0
        held = { afterBytes, reached }
      }),
    release() {
      held = undefined
    },
    async close() {
      for (const socket of open) socket.destroy()
      await once(listener.close(), 'close')
    },
  }
}
