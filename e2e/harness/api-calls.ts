import { readFile } from 'node:fs/promises'
import type { ProductProcess } from './product-process.ts'

type At = Pick<ProductProcess, 'url'>

export interface Answer {
  status: number
  body: Record<string, unknown>
}

export const adminPassword = 'Correct-Horse-1'

/** One call of the API, by its key in the endpoint table. */
export async function call(product: At, key: string, token = '', body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = key.split(' ')
  const answer = await fetch(`${product.url}/prod/api${path}`, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** The same; rejects unless the call succeeds. */
export async function ask(product: At, key: string, token = '', body?: unknown): Promise<Answer['body']> {
  const answer = await call(product, key, token, body)
  if (answer.status >= 300) throw new Error(`${key} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function signIn(product: At, username = 'admin', password = adminPassword): Promise<string> {
  const { result } = (await ask(product, 'POST /auth/login', '', { username, password })) as { result: { tokens: { idToken: string } } }
  return result.tokens.idToken
}

/** Where a new upload goes. */
export async function openUpload(product: At, token: string) {
  const body = await ask(product, 'POST /upload/generate-url', token, { filename: 'clip.mp4', contentType: 'video/mp4' })
  return body as { uploadUrl: string; s3Key: string; resumableUrl: string }
}

/** Sends a file by the link to write; its key is then a source for a job. */
export async function sendFile(product: At, token: string, path: string): Promise<string> {
  const { uploadUrl, s3Key } = await openUpload(product, token)
  const sent = await fetch(uploadUrl, {
    method: 'PUT',
    body: new Uint8Array(await readFile(path)),
    headers: { 'Content-Type': 'video/mp4' },
  })
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}: ${await sent.text()}`)
  return s3Key
}
