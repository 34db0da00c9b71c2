import { expect, onTestFinished, test } from 'vitest'
import { createBareApp } from '../../../testing/bare-app.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openLocalStorage } from '../../platform/storage/local-storage.ts'

const file = {
  kind: 'stored',
  key: 'videos/one/1/720p.mp4',
  etag: '"tag"',
  contentType: 'video/mp4',
  filename: '720p.mp4',
  mayDownload: true,
  isPublic: true,
  size: 1000,
  played: { videoId: 'one', format: '720p', codec: 'av1' },
} as const

test('behind a web server that sends the bytes, each request is checked and answered with the internal path', async () => {
  const storage = await openLocalStorage({ folder: await temporaryFolder(), linkBase: 'http://localhost/storage', secret: 'secret' })
  const asked: string[][] = []
  let isThere = true
  const served: [unknown, number][] = []
  const find = async (videoId: string, grant: string, name: string) => {
    asked.push([videoId, grant, name])
    return isThere ? file : undefined
  }
  const app = await createBareApp({ media: { find, storage, accelPrefix: '/stored', onServed: (...each) => served.push(each) } })
  onTestFinished(() => app.close())
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${origin}/media/one/public/720p.mp4`
  const answer = await fetch(url, { headers: { range: 'bytes=0-9' } })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(answer.headers)
  expect(headers).toEqual({
    'x-accel-redirect': '/stored/videos/one/1/720p.mp4',
    'content-length': '0',
    'content-type': 'video/mp4',
    'cache-control': expect.stringContaining('public'),
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  })
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('x-accel-redirect')]).toEqual([200, '/stored/videos/one/1/720p.mp4'])
  const download = await fetch(`${url}?download=Mine.mp4`)
  expect(download.headers.get('content-disposition')).toBe(`attachment; filename="720p.mp4"; filename*=UTF-8''720p.mp4`)
  expect(download.headers.get('x-accel-redirect')).toBe('/stored/videos/one/1/720p.mp4')
  expect(asked).toEqual(Array.from({ length: 3 }, () => ['one', 'public', '720p.mp4']))

  // The range, and the whole file; nobody gets bytes of a HEAD.
  expect(served).toEqual([
    [file.played, 10],
    [file.played, 1000],
  ])
  isThere = false
  const gone = await fetch(url)
  expect([gone.status, gone.headers.get('x-accel-redirect')]).toEqual([404, null])
  expect(await gone.json()).toMatchObject({ code: 'NOT_FOUND' })
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toContain('http_request_duration_seconds_count{method="GET",route="/media/:videoId/:grant/:name",status="200"} 2')
  expect(metrics).toContain('http_request_duration_seconds_count{method="GET",route="/media/:videoId/:grant/:name",status="404"} 1')
})
