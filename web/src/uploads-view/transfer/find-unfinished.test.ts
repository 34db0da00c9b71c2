import { afterEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { detailsLike } from '../../../test-support/fake-videos.ts'
import { signInBeforeEach } from '../../../test-support/page-test.ts'
import { findUnfinished } from './find-unfinished.ts'

signInBeforeEach()
afterEach(() => vi.unstubAllGlobals())

const id = '0190a000-0000-7000-8000-0000000000aa'
const s3Key = `uploads/${id}/source.mp4`
const storageKey = `video_forge_upload_ada_${id}`
const record = {
  s3Key,
  resumableUrl: `/upload/${id}`,
  filename: 'clip.mp4',
  size: 100,
  lastModified: 7,
  expiresAt: '2100-01-01T00:00:00.000Z',
  stage: 'confirmed',
  details: { title: 'Clip', description: '', visibility: 'public', outputFormats: ['720p'] },
}
const video = (startSource: string | null) => ({ body: { success: true, video: detailsLike(1, { id, startSource }) } })

test.each([
  ['a draft is offered', video(s3Key), 1],
  ['one that was published elsewhere is not', video(null), 0],
  ['nor is one that was deleted', failure(404, 'NOT_FOUND', 'Gone.'), 0],
  ['without an answer it stays', failure(503, 'UNAVAILABLE', 'Not now.'), 1],
])('%s', async (_, answer, count) => {
  localStorage.setItem(storageKey, JSON.stringify(record))
  fakeApi({ [`GET /gallery/videos/${id}`]: () => answer })
  expect(await findUnfinished('ada', new AbortController().signal)).toHaveLength(count)
  expect(localStorage.getItem(storageKey) !== null).toBe(count === 1)
})
