// Sends requests at a fixed rate, whatever the answers take, and prints the results. A separate process, so that measuring does not slow down
// the server. `{session}` in the text of a request becomes the number of the session in eight digits, `{client}` an address of its own for
// each session, and `{video}` one of the ids.
import { measureRequests, summarize } from './measure-requests.mjs'

const { host, port, request, sessions = 1, videos = [], rate, connections, seconds } = JSON.parse(process.argv[2] ?? '{}')

const total = rate * seconds
const begin = performance.now()
let next = 0

const measured = await measureRequests({ host, port, connections }, (write) => {
  const number = next++
  if (number >= total) return undefined
  const due = begin + (number / rate) * 1000
  const wait = due - performance.now()
  if (wait > 0) setTimeout(() => write(textOf(number)), wait)
  else write(textOf(number))
  // From when it was due, so that a server that falls behind is not measured only when it is ready.
  return due
})
console.log(JSON.stringify(summarize(measured, (performance.now() - begin) / 1000)))

function textOf(number) {
  const session = number % sessions
  return request
    .replaceAll('{session}', String(session).padStart(8, '0'))
    .replaceAll('{client}', `10.${session >> 16}.${(session >> 8) & 255}.${session & 255}`)
    .replaceAll('{video}', videos[session % videos.length] ?? '')
}
