import { Failure } from '@video-forge/contract/errors'
import { canBeDeleted } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sentences } from '@video-forge/contract/sentences'
import { chaptersProblem } from '@video-forge/contract/text/chapters'
import type { Transaction } from 'kysely'
import type { Caller } from '../http/api/handlers.ts'
import { type CaptionWish, captionWishColumns } from '../platform/database/caption-choice.ts'
import type { Db } from '../platform/database/database.ts'
import type { StoredChapter } from '../platform/database/tables/video-tables.ts'
import type { Tables } from '../platform/database/tables.ts'
import { tagColumns } from '../platform/database/tag-columns.ts'
import { moveToTrash } from '../platform/database/video-trash/move-to-trash.ts'
import { visibilityColumns } from '../platform/database/visibility.ts'
import { normalizeDomains } from './protection/embed-domains.ts'
import { lookUpVideo, type SeenVideo } from './see-video.ts'
import { viewerOf } from './viewer.ts'

/** Only the owner and admins may change a video. To others a private one does not exist. */
export async function requireOwner(db: Db, id: string, caller: Pick<Caller, 'userId' | 'groups'>): Promise<SeenVideo['video']> {
  const seen = await lookUpVideo(db, id, viewerOf(caller))
  if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
  if (!seen.right.personId) throw new Failure('NOT_ALLOWED', 'Only the owner of this video can do this.')
  return seen.video
}

interface VideoChange extends CaptionWish {
  title?: string | undefined
  description?: string | undefined
  visibility?: 'public' | 'private' | undefined
  /** In the spelling of the owner. */
  tags?: string[] | undefined
  chapters?: StoredChapter[] | undefined
  allowDownload?: boolean | undefined
  showViews?: boolean | undefined
  showHeat?: boolean | undefined
  /** Null removes it. */
  passwordHash?: string | null | undefined
  embedDomains?: string[] | undefined
}

/** `duration` is that of the video, within which its chapters must start. */
export async function updateVideo(db: Db | Transaction<Tables>, id: string, change: VideoChange, duration: number | null): Promise<void> {
  const { title, description, visibility, tags, chapters, allowDownload, showViews, showHeat, passwordHash, embedDomains } = change
  const problem = chapters && chaptersProblem(chapters, duration)
  if (problem) throw new Failure('INVALID_INPUT', problem, { details: [{ field: 'chapters', message: problem }] })
  await db
    .updateTable('videos')
    .set({
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...visibilityColumns(visibility),
      ...(passwordHash !== undefined && { password_hash: passwordHash }),
      ...(embedDomains !== undefined && { embed_domains: normalizeDomains(embedDomains) }),
      ...(tags !== undefined && tagColumns(tags)),
      ...(chapters !== undefined && { chapters: JSON.stringify(chapters) }),
      ...(allowDownload !== undefined && { allow_download: allowDownload }),
      ...(showViews !== undefined && { show_views: showViews }),
      ...(showHeat !== undefined && { show_heat: showHeat }),
      ...captionWishColumns(change),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute()
}

/** Into the trash. Rejects while the video's job is running. `note` writes what else belongs to the deletion. */
export async function deleteVideo(
  db: Db,
  id: string,
  deletedBy: string,
  note?: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const job = await transaction.selectFrom('jobs').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
    if (job && !canBeDeleted(job.status)) {
      throw new Failure('CONFLICT', 'This video is being processed. Cancel its job first, then delete it.')
    }
    const isDeleted = await moveToTrash(transaction, { id, deletedBy })
    if (!isDeleted) throw new Failure('NOT_FOUND', sentences.videoNotFound)
    await note?.(transaction)
  })
}
