import type { Output } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import { formatOfType, renditionTypes } from '@video-forge/contract/rules/formats'
import { qualities as qualityOrder } from '@video-forge/contract/rules/video-rules'
import { sentences } from '@video-forge/contract/sentences'
import type { Db } from '../../platform/database/database.ts'
import { assetName } from '../../platform/media-address.ts'
import type { Grants } from '../grants.ts'
import { downloadAddress, mediaBase } from '../media-addresses.ts'
import { seeVideo } from '../see-video.ts'
import { mayDownload, type Viewer } from '../viewer.ts'
import { nameToSave } from './file-names.ts'

type Download = Output<'GET /gallery/videos/{id}/downloads'>['downloads'][number]

/** The files that this viewer may save, best first. The owner and admins get the original unchanged, viewers its shared copy. */
export async function listDownloads(
  { db, grants, origin }: { db: Db; grants: Grants; origin: string },
  id: string,
  viewer: Viewer,
): Promise<Download[]> {
  const seen = await seeVideo(db, id, viewer)
  if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  const { video, right } = seen
  if (!mayDownload(video, right)) throw new Failure('NOT_ALLOWED', sentences.downloadsOff)
  const assets = await db
    .selectFrom('assets')
    .select(['asset_type', 'file_size', 'width', 'height'])
    .where('job_id', '=', id)
    .where('asset_type', 'in', [...renditionTypes, 'ORIGINAL'])
    .execute()
  const original = { key: video.original_key, mime: video.original_mime }
  const { personId } = right
  const describe = (type: (typeof assets)[number]['asset_type'], facts: Pick<Download, 'quality' | 'resolution' | 'size'>): Download => {
    const path = personId
      ? downloadAddress(grants, video, type, personId)
      : `${mediaBase(grants, video, right)}/${assetName[type]}?download`
    return { ...facts, filename: nameToSave(video.title, assetName[type], original), url: origin + path }
  }
  const files = assets.flatMap(({ asset_type, file_size, width, height }) => {
    const quality = formatOfType(asset_type)
    return quality ? [describe(asset_type, { quality, resolution: resolutionOf(width, height), size: Number(file_size) })] : []
  })
  if (video.original_key && (personId || (video.original_mime && video.shared_key))) {
    const size = assets.find(({ asset_type }) => asset_type === 'ORIGINAL')?.file_size
    const facts = { resolution: resolutionOf(video.width, video.height), size: size === undefined ? null : Number(size) }
    files.push(describe('ORIGINAL', { quality: 'original', ...facts }))
  }
  return files.sort((a, b) => qualityOrder.indexOf(a.quality) - qualityOrder.indexOf(b.quality))
}

const resolutionOf = (width: number | null, height: number | null): string | null => (width && height ? `${width}x${height}` : null)
