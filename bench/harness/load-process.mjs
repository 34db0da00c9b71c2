// Repeats requests on several connections, each waiting for its response, and prints the results. A separate process, so that measuring
// does not slow down the server.
import { measureRequests, summarize } from './measure-requests.mjs'

const { host, port, requests, connections, seconds } = JSON.parse(process.argv[2] ?? '{}')

const end = performance.now() + seconds * 1000
let next = 0

const measured = await measureRequests({ host, port, connections }, (write) => {
  const begun = performance.now()
  if (begun >= end) return undefined
  write(requests[next++ % requests.length])
  return begun
})
console.log(JSON.stringify(summarize(measured, seconds)))
