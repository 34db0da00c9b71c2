import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from './api-error.js'
import { createForge } from './forge.js'

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** A site that answers as a test says, and what it was asked. */
async function openSite(handlers: Record<string, Handler>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const key = `${request.method} ${request.url?.replace('/prod/api', '')}`
    asked.push(key)
    const handler = handlers[key]
    if (handler) handler(request, response, asked.filter((each) => each === key).length)
    else response.writeHead(404).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, asked }
}

const json = (response: ServerResponse, body: object, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ success: true, ...body }))
const id = '0190a000-0000-7000-8000-000000000001'
const job = (status: string) => ({ job: { id, status, progress: 50, stage: null, eta_seconds: null } })

test('a read is repeated after a broken connection, and any call that the site puts off', async () => {
  const { url, asked } = await openSite({
    'GET /auth/profile': (request, response, count) =>
      count < 2 ? request.socket.destroy() : json(response, { user: { username: 'ada' } }),
    'POST /jobs': (_request, response, count) =>
      count < 2 ? json(response, {}, 429, { 'retry-after': '1' }) : json(response, job('PENDING'), 201),
    'DELETE /account/webhook': (request) => request.socket.destroy(),
  })
  const forge = createForge({ url, key: 'vf_key' })
  expect((await forge.call('GET /auth/profile')).user.username).toBe('ada')
  expect((await forge.call('POST /jobs', { body: { inputSource: 'local-sample.mp4', outputFormats: ['480p'] } })).job.status).toBe(
    'PENDING',
  )
  // Nobody knows whether it was done.
  await expect(forge.call('DELETE /account/webhook')).rejects.toMatchObject({ status: 0 })
  expect(asked).toEqual(['GET /auth/profile', 'GET /auth/profile', 'POST /jobs', 'POST /jobs', 'DELETE /account/webhook'])
})

test('an error has the code, the status and the time of the site', async () => {
  const body = { message: 'Slow down.', code: 'TOO_MANY_REQUESTS', details: [{ field: 'q', message: 'Shorter' }] }
  const { url } = await openSite({ 'GET /jobs/stats': (_request, response) => json(response, body, 429, { 'retry-after': '3600' }) })
  const error = await createForge({ url })
    .call('GET /jobs/stats')
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: 'Slow down.', code: 'TOO_MANY_REQUESTS', status: 429, retryAfter: 3600, details: body.details })
})

test('credentials are a key, a token, what returns the current one, or none', async () => {
  const seen: (string | undefined)[] = []
  const { url } = await openSite({
    'GET /auth/profile': (request, response) => {
      seen.push(request.headers.authorization)
      json(response, { user: {} })
    },
  })
  for (const options of [{ key: 'vf_key' }, { token: 'a token' }, { token: async () => 'the current one' }, {}]) {
    await createForge({ url, ...options }).call('GET /auth/profile')
  }
  expect(seen).toEqual(['Bearer vf_key', 'Bearer a token', 'Bearer the current one', undefined])
})

test('a job is awaited by events: one ends the wait long before the next poll', async () => {
  let isDone = false
  const { url, asked } = await openSite({
    [`GET /jobs/${id}`]: (_request, response) => json(response, job(isDone ? 'COMPLETED' : 'PROCESSING')),
    'GET /jobs/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: system_stats\ndata: {}\n\n')
      const update = (status: string) =>
        response.write(`id: 1\nevent: job_update\ndata: ${JSON.stringify({ jobId: id, status, progress: 70 })}\n\n`)
      update('PROCESSING')
      isDone = true
      update('COMPLETED')
    },
  })
  const onUpdate = vi.fn()
  const ended = await createForge({ url, key: 'vf_key' }).waitForJob(id, { onUpdate, pollSeconds: 3600 })
  expect(ended.status).toBe('COMPLETED')
  expect(asked.filter((key) => key.endsWith('/events'))).toHaveLength(1)
})

test('a job is awaited by polls where there are no events, and not after an abort', async () => {
  const { url } = await openSite({
    [`GET /jobs/${id}`]: (_request, response, count) => json(response, job(count < 3 ? 'PROCESSING' : 'FAILED')),
  })
  const forge = createForge({ url })
  expect((await forge.waitForJob(id, { pollSeconds: 0.01 })).status).toBe('FAILED')
  const stop = new AbortController()
  stop.abort(new Error('enough'))
  await expect(forge.waitForJob(id, { signal: stop.signal })).rejects.toThrow('enough')
})
