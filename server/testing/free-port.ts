import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, which could take it before its program starts. */
const range = { from: 10_240, to: 32_000 }

/** A port that is free at this moment, and unlikely to be taken soon. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      await once(server.close(), 'close')
      return port
    } catch {
      // It is taken.
    }
  }
}
