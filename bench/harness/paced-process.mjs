// Sends requests at a fixed rate, whatever the answers take, and prints the results. A separate process, so that measuring does not slow down
// the server. `{session}` in the text of a request becomes the number of the session in eight digits, `{client}` an address of its own for
// each session, and `{video}` one of the ids.
import { connect } from 'node:net'

const { host, port, request, sessions = 1, videos = [], rate, connections, seconds } = JSON.parse(process.argv[2] ?? '{}')

const total = rate * seconds
const begin = performance.now()
const times = []
const statuses = {}
let next = 0

await Promise.all(Array.from({ length: connections }, drive))
const took = (performance.now() - begin) / 1000
times.sort((a, b) => a - b)
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null
console.log(JSON.stringify({ count: times.length, perSecond: times.length / took, statuses, p50: at(0.5), p99: at(0.99), worst: at(1) }))

function textOf(number) {
  const session = number % sessions
  return request
    .replaceAll('{session}', String(session).padStart(8, '0'))
    .replaceAll('{client}', `10.${session >> 16}.${(session >> 8) & 255}.${session & 255}`)
    .replaceAll('{video}', videos[session % videos.length] ?? '')
}

function drive() {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true })
    let due = 0
    let head = Buffer.alloc(0)
    let left = -1
    const send = () => {
      const number = next++
      if (number >= total) {
        socket.destroy()
        resolve()
        return
      }
      due = begin + (number / rate) * 1000
      const write = () => socket.write(textOf(number))
      const wait = due - performance.now()
      if (wait > 0) setTimeout(write, wait)
      else write()
    }
    const finish = () => {
      // From when it was due, so that a server that falls behind is not measured only when it is ready.
      times.push(performance.now() - due)
      left = -1
      send()
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
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
      left = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - split - 4)
      head = Buffer.alloc(0)
      if (left <= 0) finish()
    })
  })
}
