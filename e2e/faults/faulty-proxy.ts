import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * What is wrong with the way to a server: nothing; it answers 500; it is slow; it falls silent in the middle and never says another word
 * on that connection; it is cut after so many bytes; nobody answers.
 */
export type Fault =
  | { kind: 'none' }
  | { kind: 'answer-500' }
  | { kind: 'slow'; bytesPerSecond: number }
  | { kind: 'silent'; afterBytes: number }
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'refuse' }

export interface FaultyProxy {
  url: string
  set(fault: Fault): void
  /** How often a fault has come over somebody since it was set: a test that hit nobody proves nothing. */
  struck(): number
  close(): Promise<void>
}

const refusal = '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>'
const answer500 = (isHead: boolean) =>
  `HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/xml\r\nContent-Length: ${refusal.length}\r\nConnection: close\r\n\r\n${isHead ? '' : refusal}`

/** Stands between the product and a server that speaks HTTP, and hands bytes on as they come until it is told otherwise. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  let fault: Fault = { kind: 'none' }
  let struck = 0
  const open = new Set<Socket>()

  const join = (client: Socket) => {
    const server = connect(Number(port), hostname)
    const both = [client, server]
    let passed = 0
    let counted = fault
    let hitBy: Fault | undefined
    const strike = () => {
      if (hitBy !== fault) struck += 1
      hitBy = fault
    }
    const hangUp = () => {
      for (const socket of both) socket.resetAndDestroy()
    }
    for (const socket of both) {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        for (const other of both) other.destroySoon()
      })
      socket.on('error', () => {})
    }

    const pass = async (chunk: Buffer, from: Socket, to: Socket) => {
      if (fault !== counted) passed = 0
      counted = fault
      passed += chunk.length
      if (fault.kind === 'refuse') {
        strike()
        return hangUp()
      }
      if (fault.kind === 'answer-500') {
        strike()
        server.destroy()
        return void client.end(answer500(chunk.toString('latin1', 0, 5) === 'HEAD '))
      }
      if ((fault.kind === 'cut' || fault.kind === 'silent') && passed > fault.afterBytes) {
        strike()
        // What falls silent stays so: its packets are lost, and nobody will ever say that it is over.
        return fault.kind === 'cut' ? hangUp() : undefined
      }
      if (fault.kind === 'slow') {
        strike()
        await wait((chunk.length / fault.bytesPerSecond) * 1000)
      }
      if (to.destroyed || to.write(chunk)) from.resume()
      else to.once('drain', () => from.resume())
    }
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        from.pause()
        void pass(chunk, from, to).catch(hangUp)
      })
    }
  }

  const listener = createServer((client) => {
    if (fault.kind !== 'refuse') return join(client)
    struck += 1
    client.resetAndDestroy()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    set(next) {
      fault = next
      struck = 0
    },
    struck: () => struck,
    async close() {
      for (const socket of open) socket.destroy()
      await once(listener.close(), 'close')
    },
  }
}
