import { waitFor } from '@testing-library/react'
import type { Upload } from '../src/uploads-view/queue/upload-store.ts'
import { noCaptionChoice } from '../src/videos-view/captions/caption-choice-values.ts'
import type { fakeApi } from './fake-api.ts'
import { jobLike } from './fake-jobs.ts'
import { FakeRequest } from './fake-transfer.ts'
import { videoLike } from './fake-videos.ts'

export const megabyte = 1024 * 1024

/** A file that says how large it is without being it. */
export function fileOf(name = 'holiday.mp4', type = 'video/mp4', size = megabyte): File {
  const file = new File(['x'], name, { type, lastModified: 7 })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

/** The last PUT, once there are so many. */
export const nextRequest = (count = 1): Promise<FakeRequest> =>
  waitFor(() => (FakeRequest.all.length >= count ? FakeRequest.all.at(-1) : undefined) ?? Promise.reject(new Error('nothing is sent')))

/** The id of the video of the n-th upload, counted from one. */
export const uploadIdAt = (number: number): string => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`
const keyAt = (number: number): string => `uploads/${uploadIdAt(number)}/source.mp4`

type Handlers = Parameters<typeof fakeApi>[0]

/** A server that takes any number of uploads. */
export function uploadServer(parts: Handlers = {}): Handlers {
  let count = 0
  return {
    'GET /upload/limits': () => ({ body: { success: true, maxBytes: 500 * megabyte, types: [] } }),
    'POST /upload/generate-url': () => {
      count += 1
      const address = { uploadUrl: `/put/${count}`, s3Key: keyAt(count), resumableUrl: `/tus/${count}` }
      return { body: { success: true, expiresAt: '2100-01-01T00:00:00.000Z', ...address } }
    },
    'POST /metadata/extract': () => ({ body: { success: true, metadata: {} } }),
    'POST /upload/confirm': ({ body }) => {
      const id = JSON.stringify(body).match(/uploads\/([^/]+)/)?.[1] ?? ''
      return { status: 201, body: { success: true, video: videoLike(0, { id, visibility: 'private', status: 'processing' }) } }
    },
    'POST /jobs': () => ({ status: 201, body: { success: true, job: jobLike(1, { status: 'PENDING' }) } }),
    'POST /jobs/plan': () => ({ body: { success: true, plan: { formats: [], notes: [], expectedSeconds: 1, expectedBytes: 1 } } }),
    ...parts,
  }
}

/** An upload as the store keeps it. */
export const uploadLike = (number: number, parts: Partial<Upload> = {}): Upload => ({
  id: `upload-${number}`,
  name: `clip-${number}.mp4`,
  size: 100,
  details: { title: `Clip ${number}`, description: '', visibility: 'public', outputFormats: ['720p'], captionChoice: noCaptionChoice },
  videoId: undefined,
  replaces: undefined,
  frame: undefined,
  isPublishing: false,
  problem: undefined,
  state: { step: 'queued' },
  ...parts,
})

export const sending = (sent: number, phase: 'uploading' | 'paused' | 'waiting' = 'uploading'): Upload['state'] => ({
  step: 'sending',
  phase,
  sent,
  speed: undefined,
})
