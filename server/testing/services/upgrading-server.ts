import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server that answers every request with 101, as if it spoke another protocol. Returns its origin. */
export async function openUpgradingServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
