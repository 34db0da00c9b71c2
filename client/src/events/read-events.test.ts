import { expect, test } from 'vitest'
import { readEvents } from './read-events.js'

async function eventsOf(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

const text = [
  ': hello\n\n',
  'id: 1\nevent: job_update\ndata: {"ü":1}\n\n',
  'data: a\r\ndata:b\r\n\r\n',
  ': beat\n\n',
  'id\nevent: x\n\n',
  'data\n\n',
].join('')

test.each([1, 2, 3, 7, 1000])('reads events that arrive in chunks of %i bytes', async (size) => {
  expect(await eventsOf(text, size)).toEqual([
    { name: 'job_update', data: '{"ü":1}', id: '1' },
    { name: 'message', data: 'a\nb', id: '1' },
    { name: 'message', data: '', id: '' },
  ])
})

test('an event that breaks off is none', async () => {
  expect(await eventsOf('data: whole\n\ndata: half\n', 5)).toEqual([{ name: 'message', data: 'whole', id: '' }])
})
