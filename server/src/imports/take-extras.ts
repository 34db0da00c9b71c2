import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { captionRules } from '@video-forge/contract/captions/caption-rules'
import { decodeCaptions } from '@video-forge/contract/captions/decode-captions'
import { languageName } from '@video-forge/contract/captions/languages'
import { Failure } from '@video-forge/contract/errors'
import type { ImportRequest } from '@video-forge/contract/imports'
import { limits } from '@video-forge/contract/rules/limits'
import type { ImportDeps } from './import-deps.ts'
import type { ImportItem } from './item.ts'
import { obtainFile } from './obtain-file.ts'
import type { ReaderContext } from './readers/reader.ts'

interface Target {
  videoId: string
  userId: string
  folder: string
  request: ImportRequest
  context: ReaderContext
}

/** What belongs to a video besides its file. None of it keeps the video from being imported; returns sentences about what is missing. */
export async function takeExtras(deps: ImportDeps, item: ImportItem, target: Target): Promise<string[]> {
  const { videoId } = target
  const notes: string[] = []
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      target.context.signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      notes.push(`${what}: ${error.message}`)
    }
  }
  await attempt('Chapters', () => deps.describe(videoId, item))
  await takeCaptions(deps, item, target, attempt)
  const { thumbnail } = item
  if (thumbnail && !(await hasThumbnail(deps, videoId))) {
    await attempt('Thumbnail', async () => {
      const path = join(target.folder, 'picture')
      await obtainFile(deps, target.request, { source: thumbnail, path, maxBytes: limits.maxPictureBytes }, target.context)
      await deps.setThumbnail(videoId, target.userId, path, target.context.signal)
    })
  }
  await keepAddresses(deps, item, videoId)
  return notes
}

type Attempt = (what: string, work: () => Promise<void>) => Promise<void>

async function takeCaptions(deps: ImportDeps, { captions }: ImportItem, { videoId, folder, request, context }: Target, attempt: Attempt) {
  const wanted = captions.slice(0, captionRules.maxPerVideo)
  for (const [index, { language, label, source }] of wanted.entries()) {
    const earlier = wanted.slice(0, index).filter((each) => each.language === language).length
    // After a crash the first ones are there already.
    if ((await countCaptions(deps, videoId, language)) > earlier) continue
    await attempt(`Captions (${languageName(language)})`, async () => {
      const path = join(folder, 'captions')
      await obtainFile(deps, request, { source, path, maxBytes: captionRules.maxBytes }, context)
      const name = label?.slice(0, captionRules.labelMaxLength)
      await deps.addCaption(videoId, { language, ...(name && { label: name }) }, decodeCaptions(await readFile(path)))
    })
  }
}

async function countCaptions({ db }: ImportDeps, videoId: string, language: string): Promise<number> {
  const { count } = await db
    .selectFrom('captions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('video_id', '=', videoId)
    .where('language', '=', language)
    .where('source', '=', 'uploaded')
    .executeTakeFirstOrThrow()
  return Number(count)
}

const hasThumbnail = async ({ db }: ImportDeps, videoId: string): Promise<boolean> =>
  (await db.selectFrom('videos').select('id').where('id', '=', videoId).where('thumbnail_key', 'is not', null).executeTakeFirst()) !==
  undefined

async function keepAddresses({ db }: ImportDeps, { oldAddresses }: ImportItem, videoId: string): Promise<void> {
  if (oldAddresses.length === 0) return
  await db
    .insertInto('old_addresses')
    .values(oldAddresses.map((address) => ({ address, video_id: videoId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
