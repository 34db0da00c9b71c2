import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { captionRules } from '@video-forge/contract/captions/caption-rules'
import { decodeCaptions } from '@video-forge/contract/captions/decode-captions'
import { freeLabel } from '@video-forge/contract/captions/free-label'
import { languageName } from '@video-forge/contract/captions/languages'
import { Failure } from '@video-forge/contract/errors'
import type { ImportRequest } from '@video-forge/contract/imports'
import { limits } from '@video-forge/contract/rules/limits'
import type { ImportDeps } from './import-deps.ts'
import type { ImportedCaption, ImportItem } from './item.ts'
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
  for (const { source, ...caption } of labelled(captions.slice(0, captionRules.maxPerVideo))) {
    const { language } = caption
    // They are there after a crash. An earlier one of the same language may have been refused, so that counting them says nothing.
    if (await hasCaption(deps, videoId, caption)) continue
    await attempt(`Captions (${languageName(language)})`, async () => {
      const path = join(folder, 'captions')
      await obtainFile(deps, request, { source, path, maxBytes: captionRules.maxBytes }, context)
      await deps.addCaption(videoId, caption, decodeCaptions(await readFile(path)))
    })
  }
}

/** Each with a label of its own in its language: the same ones when an import goes on. */
function labelled(captions: readonly ImportedCaption[]): LabelledCaption[] {
  const taken: Record<string, string[]> = {}
  return captions.map((caption) => {
    const { language } = caption
    const name = caption.label?.trim().slice(0, captionRules.labelMaxLength) || languageName(language)
    const label = freeLabel(name, taken[language] ?? [])
    taken[language] = [...(taken[language] ?? []), label]
    return { ...caption, label }
  })
}

type LabelledCaption = ImportedCaption & { label: string }

async function hasCaption({ db }: ImportDeps, videoId: string, wanted: Omit<LabelledCaption, 'source'>): Promise<boolean> {
  const { language, label, origin = 'uploaded' } = wanted
  const captions = db.selectFrom('captions').select('id').where('video_id', '=', videoId).where('source', '=', origin)
  return (await captions.where('language', '=', language).where('label', '=', label).executeTakeFirst()) !== undefined
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
