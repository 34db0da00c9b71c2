import { extname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { formatTable, outputFormats } from '@video-forge/contract/rules/formats'
import { cutText } from '@video-forge/contract/text/cut-text'
import { type Selectable, sql } from 'kysely'
import { archiveVersion, recordNames, type VideoRecord } from '../platform/archive/archive-format.ts'
import type { Db } from '../platform/database/database.ts'
import type { AssetsTable, VideosTable } from '../platform/database/tables/video-tables.ts'
import { shownTags } from '../platform/database/tag-columns.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { type ArchiveEntry, jsonEntry } from './archive-entry.ts'

export interface VideoDeps {
  db: Db
  storage: Pick<Storage, 'head' | 'get'>
  /** The metadata file with what became known after it was written; undefined where that is nothing. */
  readMetadata: (videoId: string, key: string) => Promise<string | undefined>
}

interface Asked {
  videoId: string
  userId: string
  /** Inside the archive, with a slash at its end. */
  folder: string
  hasRenditions: boolean
}

type Video = Selectable<VideosTable>
type Asset = Pick<Selectable<AssetsTable>, 'asset_type' | 'storage_key' | 'filename' | 'width' | 'height'>

/** A file up to this size is in the list itself, so that changing it, such as another thumbnail, does not break the archive. */
const maxListedBytes = 512 * 1024

/**
 * What an archive has of a video: the record first, then its files. Undefined when the person has no such video any more. Sizes are those of
 * the stored files: the place of everything after them in the archive depends on it.
 */
export async function entriesOfVideo({ db, storage, readMetadata }: VideoDeps, asked: Asked): Promise<ArchiveEntry[] | undefined> {
  const { videoId, userId, folder } = asked
  const video = await db.selectFrom('videos').selectAll().where('id', '=', videoId).where('user_id', '=', userId).executeTakeFirst()
  if (!video) return undefined
  const stored = async (name: string, key: string | null | undefined) => {
    const found = key ? await storage.head(key) : undefined
    return found && { name, key: found.key, size: found.size, modifiedAt: found.modifiedAt }
  }
  const assets = await readAssets(db, videoId)
  const original = await stored(`original${extname(video.original_key ?? '')}`, video.original_key)
  const small = async (name: string, key: string | null | undefined) => {
    const found = await stored(name, key)
    return found && found.size <= maxListedBytes ? withContent(storage, found) : found
  }
  const thumbnail = await small('thumbnail.jpg', video.thumbnail_key ?? assets.find((each) => each.asset_type === 'THUMBNAIL')?.storage_key)
  const renditions = asked.hasRenditions ? await storedRenditions(assets, stored) : []
  const metadata = await small('metadata.json', assets.find((each) => each.asset_type === 'METADATA_JSON')?.storage_key)
  const written = metadata && (await readMetadata(videoId, metadata.key))
  const captions = await readCaptions(db, videoId)
  const record: VideoRecord = {
    ...describe(video),
    formats: await readFormats(db, videoId),
    statistics: { views: Number(video.view_count), watchSeconds: await readWatchSeconds(db, videoId) },
    original: original
      ? { ...named(original), uploadedAs: video.original_name, contentHash: video.content_hash?.toString('hex') ?? null }
      : null,
    thumbnail: thumbnail ? { ...named(thumbnail), isChosen: video.thumbnail_key !== null && !video.thumbnail_is_placeholder } : null,
    captions: captions.map(({ name, content, language, label, source, is_default, is_reviewed }) => ({
      ...{ name, size: content.length, language, label, source, isDefault: is_default, isReviewed: is_reviewed },
    })),
    renditions: renditions.map(({ file, format, resolution }) => ({ ...named(file), format, resolution })),
  }
  const current =
    metadata && written !== undefined ? { name: metadata.name, modifiedAt: new Date(), content: Buffer.from(written) } : metadata
  const files = [current, original, thumbnail, ...renditions.map(({ file }) => file)].filter((file) => file !== undefined)
  return [
    jsonEntry(folder + recordNames.video, video.updated_at, record),
    ...captions.map(({ name, content, updated_at }) => ({ path: folder + name, modifiedAt: updated_at, content })),
    ...files.map(({ name, ...file }) => ({ path: folder + name, ...file })),
  ]
}

/** With its bytes; undefined if it was deleted meanwhile. */
async function withContent(storage: VideoDeps['storage'], { name, key }: { name: string; key: string }) {
  const object = await storage.get(key)
  if (!object) return undefined
  const content = await buffer(object.stream)
  return { name, key, content, size: content.length, modifiedAt: object.modifiedAt }
}

/** A name that every file system takes, with a number that keeps it unlike the others. */
export function folderOf(number: number, title: string): string {
  const plain = title
    .normalize()
    .replaceAll(/[\p{C}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const name = cutText(plain, 60).replace(/[. ]+$/, '')
  return `videos/${String(number).padStart(4, '0')} ${name || 'Untitled'}/`
}

const named = ({ name, size }: { name: string; size: number }) => ({ name, size })

const describe = (video: Video) => ({
  version: archiveVersion,
  id: video.id,
  title: video.title,
  description: video.description,
  tags: shownTags(video),
  chapters: video.chapters,
  visibility: video.visibility,
  hasPassword: video.password_hash !== null,
  embedDomains: video.embed_domains,
  allowDownload: video.allow_download,
  showViews: video.show_views,
  showHeat: video.show_heat,
  language: video.spoken_language,
  createdAt: video.created_at.toISOString(),
  updatedAt: video.updated_at.toISOString(),
  duration: video.duration,
  resolution: resolutionOf(video),
})

const resolutionOf = ({ width, height }: { width: number | null; height: number | null }): string | null =>
  width && height ? `${width}x${height}` : null

const readAssets = (db: Db, videoId: string): Promise<Asset[]> =>
  db
    .selectFrom('assets')
    .select(['asset_type', 'storage_key', 'filename', 'width', 'height'])
    .where('job_id', '=', videoId)
    .orderBy('id')
    .execute()

async function readFormats(db: Db, videoId: string): Promise<string[]> {
  const job = await db.selectFrom('jobs').select('output_formats').where('id', '=', videoId).executeTakeFirst()
  return job?.output_formats ?? []
}

async function readWatchSeconds(db: Db, videoId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(watch_seconds), 0)::float8 as seconds from play_days where subject = ${videoId}`.execute(db)
  return Math.round(rows[0]?.seconds ?? 0)
}

async function storedRenditions<File>(assets: readonly Asset[], stored: (name: string, key: string) => Promise<File | undefined>) {
  const found: { file: File; format: string; resolution: string | null }[] = []
  for (const format of outputFormats) {
    const asset = assets.find(({ asset_type }) => asset_type === formatTable[format].assetType)
    const file = asset && (await stored(`${format}${extname(asset.filename)}`, asset.storage_key))
    if (file) found.push({ file, format, resolution: resolutionOf(asset) })
  }
  return found
}

/** Two captions may have the same language. */
async function readCaptions(db: Db, videoId: string) {
  const rows = await db
    .selectFrom('captions')
    .select(['language', 'label', 'source', 'is_default', 'is_reviewed', 'content', 'updated_at'])
    .where('video_id', '=', videoId)
    .orderBy('id')
    .execute()
  return rows.map(({ content, ...row }, index) => {
    const isRepeated = rows.findIndex(({ language }) => language === row.language) < index
    const name = `captions.${row.language.replaceAll(/[^\w-]/g, '_')}${isRepeated ? `.${index + 1}` : ''}.vtt`
    return { ...row, name, content: Buffer.from(content) }
  })
}
