import { Failure } from '@video-forge/contract/errors'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'
import { hasPictures } from '@video-forge/contract/rules/video-rules'
import { sentences } from '@video-forge/contract/sentences'
import type { Db } from '../platform/database/database.ts'
import { storyboardTrackName } from '../platform/media-address.ts'
import { describeVideo } from './describe-video.ts'
import type { Grants } from './grants.ts'
import { mediaBase } from './media-addresses.ts'
import { seeVideo } from './see-video.ts'
import type { Viewer } from './viewer.ts'

interface DetailsDeps {
  db: Db
  grants: Grants
  lingerSeconds: number | null
}

/** A video as its own page shows it. */
export async function readVideoDetails(
  { db, grants, lingerSeconds }: DetailsDeps,
  id: string,
  viewer: Viewer,
  origin: string,
): Promise<VideoDetails> {
  const seen = await seeVideo(db, id, viewer)
  if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  const { video: row, right } = seen
  const job = await db.selectFrom('jobs').select(['status', 'progress', 'stage', 'eta_seconds']).where('id', '=', id).executeTakeFirst()
  const isOwn = row.user_id === viewer.userId
  const base = origin + mediaBase(grants, row, right)
  return {
    ...describeVideo(row, base, right),
    storyboardUrl: hasPictures(row.status, row.lacks_pictures) ? `${base}/${storyboardTrackName}` : null,
    hasChosenThumbnail: row.thumbnail_key !== null,
    canEdit: right.personId !== null,
    lingerSeconds: right.personId ? lingerSeconds : null,
    hasJob: job !== undefined && isOwn,
    jobStatus: job?.status ?? null,
    // The key of an upload follows from the video's id, so it is known even after the row of the upload is deleted.
    startSource: isOwn && !job && row.original_key ? `uploads/${id}/${row.original_key.split('/').at(-1)}` : null,
    processing: job !== undefined && isActive(job.status),
    progress:
      job && isActive(job.status) ? { status: job.status, progress: job.progress, stage: job.stage, etaSeconds: job.eta_seconds } : null,
  }
}
