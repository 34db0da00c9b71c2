import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openServedStorage } from '../../../testing/services/storage-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { addResumableUploads } from './resumable-uploads.ts'
import { watchForStall } from './stalled-body.ts'

const slowest = { bytes: 1000, spanMs: 300 }

async function openPut() {
  const folder = await temporaryFolder()
  const { storage } = await openServedStorage(folder, { slowest })
  const link = await storage.linkToWrite('film', { expiresInSeconds: 60, contentType: 'video/mp4', maxBytes: 1_000_000 })
  const request = httpRequest(link, { method: 'PUT', headers: { 'Content-Type': 'video/mp4', 'Content-Length': 10_000 } })
  request.on('error', () => {})
  const answered: Promise<IncomingMessage[]> = once(request, 'response')
  answered.catch(() => {})
  return { request, answered, storage, incoming: () => readdir(join(folder, 'incoming')) }
}

test('rejects a stalled upload and keeps nothing of it', async () => {
  const { request, answered, storage, incoming } = await openPut()
  request.write(Buffer.alloc(5000))
  const [response] = await answered
  expect([response?.statusCode, JSON.parse(response ? await text(response) : '')]).toMatchObject([408, { code: 'REQUEST_TIMEOUT' }])
  expect([await storage.head('film'), await incoming()]).toEqual([undefined, []])
})

test('rejects an upload below the minimum rate', async () => {
  const { request, answered } = await openPut()
  const trickle = setInterval(() => request.write(Buffer.alloc(10)), 20)
  onTestFinished(() => clearInterval(trickle))
  const [response] = await answered
  expect(response?.statusCode).toBe(408)
})

test('accepts a slow but steady upload, however long it takes', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const socket = { bytesRead: 0 }
  const { signal, stop } = watchForStall({ socket, complete: false } as IncomingMessage, slowest)
  onTestFinished(stop)
  const receive = (bytes: number): void => {
    socket.bytesRead += bytes
    vi.advanceTimersByTime(slowest.spanMs)
  }
  for (let spans = 0; spans < 1000; spans += 1) receive(slowest.bytes)
  expect(signal.aborted).toBe(false)
  receive(slowest.bytes - 1)
  expect(signal.aborted).toBe(true)
})

test('closes a stalled part of a resumable upload', async () => {
  const app = Fastify()
  let ended: unknown
  addResumableUploads(
    app,
    {
      handle: async (_id, _signature, request) => {
        await request
          .resume()
          .toArray()
          .catch((error) => {
            ended = error
          })
      },
    },
    slowest,
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => void (await app.close()))
  const request = httpRequest(`${url}/resumable/a/b`, { method: 'PATCH', headers: { 'Content-Length': 10_000 } })
  request.write(Buffer.alloc(5000))
  await expect(once(request, 'response')).rejects.toThrow()
  expect(ended).toBeInstanceOf(Error)
})
