import { expect, onTestFinished, test } from 'vitest'
import { createBareApp } from '../../testing/bare-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'

const file = {
  kind: 'stored',
  key: 'videos/one/1/720p.mp4',
  etag: '"tag"',
  contentType: 'video/mp4',
  filename: '720p.mp4',
  isPublic: true,
} as const

test('behind a web server that sends the bytes, each request is asked about and the answer is only the way to the file', async () => {
  const storage = await openLocalStorage({ folder: await temporaryFolder(), linkBase: 'http://localhost/storage', secret: 'secret' })
  const asked: string[][] = []
  let isThere = true
  const find = async (...address: string[]) => {
    asked.push(address)
    return isThere ? file : undefined
  }
  const app = await createBareApp({ media: { find, storage, accelPrefix: '/stored' } })
  onTestFinished(() => app.close())
  const url = '/media/one/public/720p.mp4'
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, headers, body } = await app.inject({ method, url: `${url}?download=Mine.mp4`, headers: { range: 'bytes=0-9' } })
    const { date: _, connection: __, ...told } = headers
    expect([statusCode, body]).toEqual([200, ''])
    expect(told).toEqual({
      'x-accel-redirect': '/stored/videos/one/1/720p.mp4',
      'content-length': '0',
      'content-type': 'video/mp4',
      'content-disposition': expect.stringContaining('Mine.mp4'),
      'cache-control': expect.stringContaining('public'),
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    })
  }
  isThere = false
  const gone = await app.inject(url)
  expect([gone.statusCode, gone.headers['x-accel-redirect']]).toEqual([404, undefined])
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['one', 'public', '720p.mp4']))
  const metrics = await app.inject('/metrics')
  expect(metrics.body).toContain('http_request_duration_seconds_count{method="GET",route="/media/:videoId/:grant/:name",status="200"} 1')
})
