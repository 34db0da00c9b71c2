import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What happens to a connection. A silent one never receives another byte, and neither side is notified that it ended. */
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
  /** How many connections a fault has hit since it was set; a test in which it hit none proves nothing. */
  struck(): number
  close(): Promise<void>
}

const refusal = '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>'
const answer500 = (isHead: boolean) =>
  `HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/xml\r\nContent-Length: ${refusal.length}\r\nConnection: close\r\n\r\n${isHead ? '' : refusal}`

/** The fault of the moment, shared by all connections. */
interface FaultState {
  fault: Fault
  hitCount: number
}

/** Stands between the product and an HTTP server, and passes bytes on until a fault is set. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const state: FaultState = { fault: { kind: 'none' }, hitCount: 0 }
  const open = new Set<Socket>()
  const listener = createServer((client) => {
    if (state.fault.kind === 'refuse') {
      state.hitCount += 1
      client.resetAndDestroy()
      return
    }
    const connection = new FaultyConnection(state, client, connect(Number(port), hostname))
    for (const socket of connection.sockets) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
    }
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    set(fault) {
      state.fault = fault
      state.hitCount = 0
    },
    struck: () => state.hitCount,
    async close() {
      for (const socket of open) socket.destroy()
      await once(listener.close(), 'close')
    },
  }
}

class FaultyConnection {
  readonly sockets: readonly Socket[]
  readonly #state: FaultState
  readonly #client: Socket
  readonly #server: Socket
  #passedBytes = 0
  #countedFor: Fault
  #hitBy: Fault | undefined

  constructor(state: FaultState, client: Socket, server: Socket) {
    this.#state = state
    this.#client = client
    this.#server = server
    this.#countedFor = state.fault
    this.sockets = [client, server]
    for (const socket of this.sockets) {
      socket.on('close', () => {
        for (const other of this.sockets) other.destroySoon()
      })
      socket.on('error', () => {})
    }
    this.#forward(client, server)
    this.#forward(server, client)
  }

  #forward(from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      from.pause()
      void this.#pass(chunk, from, to).catch(() => this.#reset())
    })
  }

  async #pass(chunk: Buffer, from: Socket, to: Socket): Promise<void> {
    const { fault } = this.#state
    if (fault !== this.#countedFor) this.#passedBytes = 0
    this.#countedFor = fault
    this.#passedBytes += chunk.length
    if (fault.kind === 'refuse') {
      this.#countHit()
      return this.#reset()
    }
    if (fault.kind === 'answer-500') {
      this.#countHit()
      this.#server.destroy()
      return void this.#client.end(answer500(chunk.toString('latin1', 0, 5) === 'HEAD '))
    }
    if ((fault.kind === 'cut' || fault.kind === 'silent') && this.#passedBytes > fault.afterBytes) {
      this.#countHit()
      return fault.kind === 'cut' ? this.#reset() : undefined
    }
    if (fault.kind === 'slow') {
      this.#countHit()
      await wait((chunk.length / fault.bytesPerSecond) * 1000)
    }
    if (to.destroyed || to.write(chunk)) from.resume()
    else to.once('drain', () => from.resume())
  }

  /** Each fault counts once for each connection. */
  #countHit(): void {
    if (this.#hitBy !== this.#state.fault) this.#state.hitCount += 1
    this.#hitBy = this.#state.fault
  }

  #reset(): void {
    for (const socket of this.sockets) socket.resetAndDestroy()
  }
}
