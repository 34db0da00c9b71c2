import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { vi } from 'vitest'
import { visit } from './browser.ts'
import type { Person } from './people.ts'
import { theProduct } from './the-product.ts'

/** One call of the API, without a browser. */
async function ask(method: string, path: string, { token, body }: { token?: string; body?: object } = {}) {
  const response = await fetch(`${theProduct().url}/prod/api${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

async function signedIn({ username, password }: Person) {
  const { result } = await ask('POST', '/auth/login', { body: { username, password } })
  return result
}

interface Wanted {
  title: string
  description?: string
  visibility?: 'public' | 'private'
  outputFormats?: string[]
}

/** Makes a video of the local sample and waits until all of it is there. */
export async function makeVideo(person: Person, wanted: Wanted): Promise<string> {
  const { tokens } = await signedIn(person)
  const token = tokens.idToken
  const body = { inputSource: 'local-sample.mp4', outputFormats: ['720p', '480p'], ...wanted }
  const { job } = await ask('POST', '/jobs', { token, body })
  await vi.waitFor(
    async () => {
      const now = await ask('GET', `/jobs/${job.id}`, { token })
      if (now.job.status !== 'COMPLETED') throw new Error(`the job is ${now.job.status}: ${now.job.error_text ?? ''}`)
    },
    { timeout: 150_000, interval: 500 },
  )
  return job.id
}

/** Makes a video of a file and has nothing made of it: enough to be watched, and there in a moment. */
export async function uploadVideo(
  person: Person,
  path: string,
  { title, description = '', visibility = 'public' }: Wanted,
): Promise<string> {
  const { id } = await confirmUpload(person, path, { title, description, visibility })
  return id
}

/** Uploads a file that browsers cannot play and starts its job. */
export async function startJob(person: Person, path: string, { outputFormats, ...wanted }: Wanted): Promise<string> {
  const { id, token, s3Key } = await confirmUpload(person, path, wanted)
  await ask('POST', '/jobs', { token, body: { inputSource: s3Key, outputFormats } })
  return id
}

export async function isBeingProcessed(id: string): Promise<boolean> {
  const { video } = await ask('GET', `/gallery/videos/${id}`)
  return video.processing
}

export async function cancelJob(person: Person, id: string): Promise<void> {
  const { tokens } = await signedIn(person)
  await ask('POST', `/jobs/${id}/cancel`, { token: tokens.idToken })
}

async function confirmUpload(person: Person, path: string, { title, description = '', visibility = 'public' }: Wanted) {
  const { tokens } = await signedIn(person)
  const token: string = tokens.idToken
  const contentType = path.endsWith('.avi') ? 'video/x-msvideo' : 'video/mp4'
  const { uploadUrl, s3Key } = await ask('POST', '/upload/generate-url', { token, body: { filename: basename(path), contentType } })
  const sent = await fetch(uploadUrl, { method: 'PUT', body: await readFile(path), headers: { 'content-type': contentType } })
  if (!sent.ok) throw new Error(`the upload answered ${sent.status}`)
  const { video } = await ask('POST', '/upload/confirm', { token, body: { s3Key, title, description, visibility } })
  return { id: video.id as string, token, s3Key: s3Key as string }
}

export async function renameVideo(person: Person, id: string, title: string): Promise<void> {
  const { tokens } = await signedIn(person)
  await ask('PATCH', `/gallery/videos/${id}`, { token: tokens.idToken, body: { title } })
}

/** A browser in which this person is signed in already. */
export async function visitAs(person: Person, options: BrowserContextOptions & { allow?: RegExp } = {}): Promise<Page> {
  const page = await visit(options)
  await signInQuietly(page, person)
  return page
}

/** The session is there before the page is, as after an earlier visit. */
export async function signInQuietly(page: Page, person: Person): Promise<void> {
  const { tokens, user } = await signedIn(person)
  await page.addInitScript(
    ([token, access, refresh, userText]) => {
      if (localStorage.getItem('video_forge_token')) return
      localStorage.setItem('video_forge_token', token)
      localStorage.setItem('video_forge_access_token', access)
      localStorage.setItem('video_forge_refresh_token', refresh)
      localStorage.setItem('video_forge_user', userText)
    },
    [tokens.idToken, tokens.accessToken, tokens.refreshToken, JSON.stringify(user)] as const,
  )
}
