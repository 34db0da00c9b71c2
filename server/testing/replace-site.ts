import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Job } from '@video-forge/contract/jobs'
import { deleteDiscardedFiles } from '../src/jobs/delete-discarded-files.ts'
import { makeFormats } from '../src/jobs/make-formats.ts'
import type { Claim, Ledger, NewAsset } from '../src/pipeline/ledger.ts'
import { createWorkLedger } from '../src/pipeline/work-ledger.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { Storage } from '../src/platform/storage/storage.ts'
import { streamOf } from './media/bytes.ts'
import { clipFile, smallClip } from './media/clips.ts'
import { newUser, type Session } from './people.ts'
import { databaseAt } from './services/database-at.ts'
import { openSite, type Site } from './site.ts'

/** What tests about replaced files have at hand. The tests are the worker: they decide when a version is published or fails. */
export interface ReplaceSite {
  site: Site
  database: Database
  storage: Storage
  ledger: Ledger
  owner: Session
  stranger: Session
  call: (key: string, who: Session | undefined, body?: unknown) => ReturnType<Site['product']['call']>
  /** A file that has arrived and is not used yet. */
  upload: (content?: Buffer, who?: Session) => Promise<string>
  /** Makes a published video; its 480p file contains `text`. */
  publishedVideo: (text: string, visibility?: 'public' | 'private') => Promise<string>
  claim: (id: string) => Promise<Claim>
  publish: (claim: Claim, text: string) => Promise<boolean>
  /** Starts the job of a video for more qualities of the same file. */
  makeFormats: (id: string) => Promise<boolean>
  replace: (id: string, s3Key: string, who?: Session) => ReturnType<Site['product']['call']>
  details: (id: string, who?: Session) => Promise<VideoDetails>
  /** The 480p file as this person plays it. */
  played: (id: string, who?: Session) => Promise<{ address: string; text: string }>
  filesOf: (id: string) => Promise<string[]>
}

export async function openReplaceSite(
  environment: Record<string, string>,
  openStorage: (site: Site) => Promise<Storage>,
): Promise<ReplaceSite> {
  const site = await openSite({ ROLE: 'api', ...environment })
  const database = await databaseAt(site.product.databaseUrl)
  const storage = await openStorage(site)
  const ledger = createWorkLedger(database.db)
  const owner = await newUser(site.product, site.mailbox)
  const stranger = await newUser(site.product, site.mailbox)
  const clip = await clipFile('clip.mp4', smallClip)
  const call: ReplaceSite['call'] = (key, who, body) =>
    site.product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })

  const upload: ReplaceSite['upload'] = async (content = clip, who = owner) => {
    const { body } = await call('POST /upload/generate-url', who, { filename: 'New take.mp4', contentType: 'video/mp4' })
    const headers = { 'Content-Type': 'video/mp4' }
    await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(content), headers })
    return String(body['s3Key'])
  }
  const claim = async (id: string): Promise<Claim> => {
    const claimed = await ledger.claim(id)
    if (!claimed) throw new Error('the job was not claimed')
    return claimed
  }
  const publish = async (claimed: Claim, text: string): Promise<boolean> => {
    const store = async (type: NewAsset['type'], name: string, contentType: string, details = {}): Promise<NewAsset> => {
      const key = `videos/${claimed.id}/${claimed.leaseNumber}/${name}`
      const { size } = await storage.put(key, streamOf(text))
      return { type, key, filename: name, contentType, size, width: 854, height: 480, details }
    }
    const index = { initBytes: 1, segments: [{ offset: 0, bytes: 1, seconds: 2 }], codecs: ['avc1.640033'] }
    const assets = [
      await store('TRANSCODE_480', '480p.mp4', 'video/mp4', { frameRate: 25, index }),
      await store('THUMBNAIL', 'thumbnail.jpg', 'image/jpeg'),
      await store('STORYBOARD', 'storyboard.jpg', 'image/jpeg'),
    ]
    return ledger.publish(claimed, { assets, notes: [] })
  }
  const details: ReplaceSite['details'] = async (id, who) => (await call(`GET /gallery/videos/${id}`, who)).body['video'] as VideoDetails
  return {
    ...{ site, database, storage, ledger, owner, stranger, call, upload, claim, publish, details },
    async publishedVideo(text, visibility = 'public') {
      const request = { inputSource: await upload(), outputFormats: ['480p'], title: 'Launch', visibility }
      const { body } = await call('POST /jobs', owner, request)
      const { id } = body['job'] as Job
      await publish(await claim(id), text)
      return id
    },
    makeFormats: (id) =>
      database.db.transaction().execute((transaction) => makeFormats(transaction, id, ['4k', '1080p', '720p'], async () => {})),
    replace: (id, s3Key, who = owner) => call(`POST /gallery/videos/${id}/replace`, who, { s3Key }),
    async played(id, who) {
      const { body } = await call(`GET /gallery/videos/${id}/stream?quality=480p`, who)
      const address = String(body['streamUrl'])
      return { address, text: await (await fetch(address)).text() }
    },
    async filesOf(id) {
      await deleteDiscardedFiles(database.db, storage)
      const keys: string[] = []
      for await (const { key } of storage.list(`videos/${id}/`)) keys.push(key.replace(`videos/${id}/`, ''))
      return keys.sort()
    },
  }
}

export const stopReplaceSite = async ({ site, database }: ReplaceSite): Promise<void> => {
  await database.close()
  await site.stop()
}
