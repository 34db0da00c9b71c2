// Thousands of readers of Server-Sent Events on plain sockets, so that reading costs little and the server is measured.
// Controlled by bench/harness/listeners.ts.
import { connect } from 'node:net'

/** @type {{ jobId: string, progress: number, at: number }[]} */
let received = []
let open = 0
let url = new URL('http://localhost')
/** @type {string[]} */
let tokens = []
let cuts = 0
let wantedCuts = 0
/** @type {() => void} */
let onAllOpen = () => {}

/** @param {string} token */
function listen(token) {
  let isGreeted = false
  let text = ''
  const socket = connect(Number(url.port), '127.0.0.1', () =>
    socket.write(`GET /prod/api/jobs/events HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    const at = Date.now()
    text += chunk
    const end = text.lastIndexOf('\n\n')
    if (end < 0) return
    for (const match of text.slice(0, end).matchAll(/event: job_update\ndata: \{"jobId":"([^"]+)","status":"\w+","progress":([\d.]+)/g)) {
      received.push({ jobId: match[1] ?? '', progress: Number(match[2]), at })
    }
    if (!isGreeted && text.includes('event: system_stats')) {
      isGreeted = true
      open += 1
      if (open === tokens.length && cuts >= wantedCuts) onAllOpen()
    }
    text = text.slice(end + 2)
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    if (isGreeted) {
      open -= 1
      cuts += 1
    }
    setTimeout(() => listen(token), 200)
  })
}

/** @param {number} since */
const whenAllOpen = (since) =>
  new Promise((resolve) => {
    onAllOpen = () => resolve({ opened: open, ms: Date.now() - since })
  })

process.on('message', async (/** @type {{ kind: string, url: string, tokens: string[] }} */ message) => {
  const now = Date.now()
  if (message.kind === 'open') {
    url = new URL(message.url)
    tokens = message.tokens
    const all = whenAllOpen(now)
    for (const [index, token] of tokens.entries()) {
      listen(token)
      // A few hundred at a time: the accept queue of a listening socket is short.
      if (index % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    process.send?.(await all)
  } else if (message.kind === 'reconnect') {
    cuts = 0
    wantedCuts = tokens.length
    process.send?.(await whenAllOpen(now))
    wantedCuts = 0
  } else if (message.kind === 'clear') {
    received = []
    process.send?.({ opened: open, ms: 0 })
  } else {
    process.send?.({ opened: open, ms: 0, received })
  }
})
