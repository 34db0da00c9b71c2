import { connect } from 'node:net'

/**
 * Opens connections and sends requests on each, one at a time, until there are no more; plain sockets, because a client library costs more
 * than some of the servers under test. `sendNext(write)` writes the next request, now or later, and returns the moment from which it is
 * measured; undefined ends the connection.
 */
export async function measureRequests({ host, port, connections }, sendNext) {
  const measured = { times: [], statuses: {}, bytes: 0 }
  await Promise.all(Array.from({ length: connections }, () => drive(connect({ host, port, noDelay: true }), sendNext, measured)))
  return measured
}

export function summarize({ times, statuses, bytes }, seconds) {
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? null
  return { count: times.length, perSecond: times.length / seconds, bytes, statuses, p50: at(0.5), p99: at(0.99), worst: at(1) }
}

function drive(socket, sendNext, measured) {
  return new Promise((resolve, reject) => {
    let since = 0
    let head = Buffer.alloc(0)
    let left = -1
    const send = () => {
      since = sendNext((text) => socket.write(text))
      if (since !== undefined) return
      socket.destroy()
      resolve()
    }
    const finish = () => {
      measured.times.push(performance.now() - since)
      left = -1
      send()
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      measured.bytes += chunk.length
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
      measured.statuses[status] = (measured.statuses[status] ?? 0) + 1
      const length = status === '304' ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      left = length - (head.length - split - 4)
      head = Buffer.alloc(0)
      if (left <= 0) finish()
    })
  })
}
