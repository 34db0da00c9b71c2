import { refuseOverQuota, refuseWithoutSpace } from './admin/users/quotas.ts'
import { bulkKind } from './bulk/bulk-kind.ts'
import { deleteVideo, requireOwner, updateVideo } from './gallery/edit-video.ts'
import { addVideo, removeVideo } from './gallery/playlists/change-videos.ts'
import { viewerOf } from './gallery/viewer.ts'
import { dropKeptAv1 } from './jobs/drop-kept-av1.ts'
import { dropQuality } from './jobs/drop-quality.ts'
import { makeFormats } from './jobs/make-formats.ts'
import type { Queue } from './platform/queue/queue.ts'
import type { AnyTaskKind } from './platform/tasks/task-kind.ts'
import { requestMissing } from './transcription/request-missing.ts'
import type { SpeechSettings } from './transcription/transcription-handlers.ts'
import { eraseVideo, restoreVideo } from './trash/trashed-video.ts'

interface BulkWorkDeps extends SpeechSettings {
  queue: Pick<Queue, 'remove'>
  shareOriginal: (id: string) => Promise<void>
}

/** Changes of many videos, made of the functions that change one. */
export const createBulkWork = ({ queue, shareOriginal, ...speech }: BulkWorkDeps): AnyTaskKind => {
  const { db } = speech
  return bulkKind({
    ...{ db, updateVideo, shareOriginal, eraseVideo, dropQuality, dropKeptAv1 },
    requireOwner: (id, actor) => requireOwner(db, id, actor),
    deleteVideo: async (id, deletedBy) => {
      await deleteVideo(db, id, deletedBy)
      await queue.remove(id).catch(() => {})
    },
    restoreVideo: (transaction, id, user) => restoreVideo({ mayStart: refuseOverQuota }, transaction, id, user),
    makeFormats: (transaction, id, formats) => makeFormats(transaction, id, formats, refuseOverQuota),
    makeCaptions: (id, language) => requestMissing(speech, id, language),
    addToPlaylist: (playlistId, id, actor) => addVideo(db, playlistId, id, { ...viewerOf(actor), userId: actor.userId }),
    removeFromPlaylist: (playlistId, id, actor) => removeVideo(db, playlistId, id, { ...viewerOf(actor), userId: actor.userId }),
    checkSpace: refuseWithoutSpace,
  })
}
