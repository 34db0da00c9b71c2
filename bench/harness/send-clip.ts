import { createReadStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename } from 'node:path'
import { ask } from '../../e2e/harness/api-calls.ts'
import type { ProductProcess } from '../../e2e/harness/product-process.ts'
import type { WatchClip } from './watch/watch-clips.ts'

/** Moments of a start, in milliseconds of the system's clock. */
export interface SentClip {
  id: string
  /** When the upload was answered, or the last byte of a URL was sent. */
  lastByteAt: number
  /** Null for a URL. */
  confirmedAt: number | null
  queuedAt: number
}

type SendableClip = Pick<WatchClip, 'file' | 'formats' | 'uploadType'>

/** Makes a job of a clip with the calls of the upload page, or from a URL where its container cannot be uploaded. */
export const sendClip = (product: Pick<ProductProcess, 'url'>, token: string, clip: SendableClip, path: string): Promise<SentClip> =>
  clip.uploadType ? sendUpload(product, token, clip, path, clip.uploadType) : sendUrl(product, token, clip, path)

async function sendUpload(
  product: Pick<ProductProcess, 'url'>,
  token: string,
  { file, formats }: SendableClip,
  path: string,
  contentType: string,
): Promise<SentClip> {
  const { size } = await stat(path)
  const upload = await ask(product, 'POST /upload/generate-url', token, { filename: file, contentType, size })
  const { uploadUrl, s3Key } = upload as { uploadUrl: string; s3Key: string }
  const sent = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': contentType }, body: await openAsBlob(path) })
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}: ${await sent.text()}`)
  const lastByteAt = Date.now()
  await ask(product, 'POST /metadata/extract', token, { s3Key })
  await ask(product, 'POST /upload/confirm', token, { s3Key, visibility: 'private' })
  const confirmedAt = Date.now()
  const id = await createJob(product, token, s3Key, formats)
  return { id, lastByteAt, confirmedAt, queuedAt: Date.now() }
}

async function sendUrl(product: Pick<ProductProcess, 'url'>, token: string, { formats }: SendableClip, path: string): Promise<SentClip> {
  const { size } = await stat(path)
  let noteLastByte = (_at: number): void => {}
  const lastByte = new Promise<number>((resolve) => {
    noteLastByte = resolve
  })
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size })
    response.on('finish', () => noteLastByte(Date.now()))
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const id = await createJob(product, token, `http://127.0.0.1:${port}/${basename(path)}`, formats)
  const queuedAt = Date.now()
  const lastByteAt = await lastByte
  server.close()
  return { id, lastByteAt, confirmedAt: null, queuedAt }
}

async function createJob(
  product: Pick<ProductProcess, 'url'>,
  token: string,
  inputSource: string,
  outputFormats: string[],
): Promise<string> {
  const { job } = await ask(product, 'POST /jobs', token, { inputSource, outputFormats, visibility: 'public' })
  return (job as { id: string }).id
}
