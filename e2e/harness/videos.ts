import { type CallRequest, createForge, type Forge } from '@video-forge/client'
import { openFile } from '@video-forge/client/node'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { visit } from './browser.ts'
import type { Person } from './people.ts'
import { theProduct } from './the-product.ts'

const site = (token?: string) => createForge({ url: theProduct().url, token })

async function signedIn({ username, password }: Person) {
  return (await site().call('POST /auth/login', { body: { username, password } })).result
}
const siteAs = async (person: Person) => site((await signedIn(person)).tokens.idToken)

interface Wanted {
  title: string
  description?: string
  visibility?: 'public' | 'private'
  outputFormats?: Formats
}
type Formats = CallRequest<'POST /jobs'>['body']['outputFormats']

/** Makes a video of the local sample and waits until all of it is there. */
export async function makeVideo(person: Person, wanted: Wanted): Promise<string> {
  const forge = await siteAs(person)
  const body = { inputSource: 'local-sample.mp4', outputFormats: ['720p', '480p'] satisfies Formats, ...wanted }
  const { job } = await forge.call('POST /jobs', { body })
  const ended = await forge.waitForJob(job.id)
  if (ended.status !== 'COMPLETED') throw new Error(`the job is ${ended.status}: ${ended.error_text ?? ''}`)
  return job.id
}

/** Makes a video of a file and has nothing made of it: enough to be watched, and there in a moment. */
export async function uploadVideo(person: Person, path: string, wanted: Wanted): Promise<string> {
  return (await upload(await siteAs(person), path, { ...wanted, formats: [] })).video.id
}

/** Uploads a file that browsers cannot play and starts its job. */
export async function startJob(person: Person, path: string, { outputFormats = ['480p'], ...wanted }: Wanted): Promise<string> {
  return (await upload(await siteAs(person), path, { ...wanted, formats: outputFormats })).video.id
}

const upload = async (
  forge: Forge,
  path: string,
  { title, description = '', visibility = 'public', formats }: Wanted & { formats: Formats },
) => forge.upload(await openFile(path), { title, description, visibility, formats })

export async function isBeingProcessed(id: string): Promise<boolean> {
  return (await site().call('GET /gallery/videos/{id}', { params: { id } })).video.processing
}

export async function cancelJob(person: Person, id: string): Promise<void> {
  await (await siteAs(person)).call('POST /jobs/{id}/cancel', { params: { id } })
}

export async function renameVideo(person: Person, id: string, title: string): Promise<void> {
  await (await siteAs(person)).call('PATCH /gallery/videos/{id}', { params: { id }, body: { title } })
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
