// Repeats requests on several connections, each waiting for its response, and prints the results. A separate process, so that measuring
// does not slow down the server; plain sockets, because a client library costs more than some of the servers under test.
import { connect } from 'node:net'

const { host, port, requests, connections, seconds } = JSON.parse(process.argv[2] ?? '{}')

const end = performance.now() + seconds * 1000
const times = []
const statuses = {}
let bytes = 0
let next = 0

await Promise.all(Array.from({ length: connections }, drive))
times.sort((a, b) => a - b)
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null
console.log(
  JSON.stringify({ count: times.length, perSecond: times.length / seconds, bytes, statuses, p50: at(0.5), p99: at(0.99), worst: at(1) }),
)

function drive() {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    let begun = 0
    let head = Buffer.alloc(0)
    let left = -1
    const send = () => {
      if (performance.now() >= end) {
        socket.destroy()
        resolve()
        return
      }
      begun = performance.now()
      socket.write(requests[next++ % requests.length])
    }
    const finish = () => {
      times.push(performance.now() - begun)
      left = -1
      send()
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (left >= 0) {
        left -= chunk.length
        if (left <= 0) finish()
        return
      }
      head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk
      const split = head.indexOf('\r\n\r\n')
      if (split < 0) return
      const text = head.toString('latin1', 0, split)
      const status = text.slice(9, 12)
      statuses[status] = (statuses[status] ?? 0) + 1
      const length = status === '304' ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      left = length - (head.length - split - 4)
      head = Buffer.alloc(0)
      if (left <= 0) finish()
    })
  })
}
