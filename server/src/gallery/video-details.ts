import { Failure } from '@video-forge/contract/errors'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { hasPictures } from '@video-forge/contract/rules/video-rules'
import { sentences } from '@video-forge/contract/sentences'
import { chaptersInDescription } from '@video-forge/contract/text/chapters'
import type { Db } from '../platform/database/database.ts'
import { storyboardTrackName } from '../platform/media-address.ts'
import { uploadSource } from '../platform/upload-source.ts'
import { captionBases, describeCaption, listCaptions } from './captions/describe-caption.ts'
import { describeVideo } from './describe-video.ts'
import type { Grants } from './grants.ts'
import { mediaBase } from './media-addresses.ts'
import { type SeenVideo, seeVideo } from './see-video.ts'
import { mayDownload, type Viewer } from './viewer.ts'

export interface DetailsDeps {
  db: Db
  grants: Grants
  lingerSeconds: number | null
  readHeat: ReadHeat
}

/** How much each hundredth of a video is watched, 0 to 1; null before there are enough plays. */
export type ReadHeat = (id: string) => Promise<number[] | null>

/** Once there are pictures of its job it is like a chosen one, from which its owner can return to them: a worker of an earlier version leaves it. */
const isPlaceholder = (row: Pick<SeenVideo['video'], 'thumbnail_is_placeholder' | 'status' | 'lacks_pictures'>): boolean =>
  row.thumbnail_is_placeholder && !hasPictures(row.status, row.lacks_pictures)

/** A video as its own page shows it. */
export async function readVideoDetails(
  { db, grants, lingerSeconds, readHeat }: DetailsDeps,
  id: string,
  viewer: Viewer,
  origin: string,
): Promise<VideoDetails> {
  const seen = await seeVideo(db, id, viewer)
  if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  const { video: row, right } = seen
  const job = await db
    .selectFrom('jobs')
    .leftJoin('replacements', 'replacements.video_id', 'jobs.id')
    .select(['status', 'progress', 'stage', 'eta_seconds', 'replacements.video_id as replacing'])
    .where('jobs.id', '=', id)
    .executeTakeFirst()
  const isOwn = row.user_id === viewer.userId
  const base = origin + mediaBase(grants, row, right)
  const bases = captionBases({ grants, origin }, row, right)
  const described = chaptersInDescription(row.description, row.duration)
  return {
    ...describeVideo(row, base, right),
    storyboardUrl: hasPictures(row.status, row.lacks_pictures) ? `${base}/${storyboardTrackName}` : null,
    heat: row.show_heat ? await readHeat(id) : null,
    showViews: row.show_views,
    showHeat: row.show_heat,
    hasChosenThumbnail: row.thumbnail_key !== null && !isPlaceholder(row),
    canEdit: right.personId !== null,
    lingerSeconds: right.personId ? lingerSeconds : null,
    hasJob: job !== undefined && isOwn,
    jobStatus: job?.status ?? null,
    chapters: row.chapters.length > 0 ? row.chapters : described,
    chaptersFrom: row.chapters.length > 0 ? 'owner' : described.length > 0 ? 'description' : null,
    captions: (await listCaptions(db, id)).map((caption) => describeCaption(caption, bases)),
    captionChoice: right.personId ? { captions: row.auto_captions ? 'auto' : 'off', language: row.spoken_language } : null,
    embedDomains: right.personId ? row.embed_domains : null,
    allowDownload: row.allow_download,
    canDownload: mayDownload(row, right),
    startSource: isOwn && !job && row.original_key ? uploadSource(id, row.original_key) : null,
    processing: job !== undefined && isActive(job.status),
    replacing: (job?.replacing ?? null) !== null,
    progress:
      job && isActive(job.status) ? { status: job.status, progress: job.progress, stage: job.stage, etaSeconds: job.eta_seconds } : null,
  }
}
