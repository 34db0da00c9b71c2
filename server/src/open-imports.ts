import { createReadStream } from 'node:fs'
import { Failure } from '@video-forge/contract/errors'
import { refuseOverQuota, refuseWithoutSpace, reserveUploadSpace } from './admin/users/quotas.ts'
import type { Config } from './config.ts'
import { addCaption, readContent } from './gallery/captions/store-captions.ts'
import { updateVideo } from './gallery/edit-video.ts'
import { keepThumbnail } from './gallery/thumbnail/keep-thumbnail.ts'
import { withPicture } from './gallery/thumbnail/make-thumbnail.ts'
import type { ImportDeps, SourceDeps } from './imports/import-deps.ts'
import { createJob } from './jobs/create-job.ts'
import { enqueue } from './jobs/reconcile.ts'
import type { Platform } from './open-platform.ts'
import { JobFailure } from './pipeline/job-failure.ts'
import { fetchUrl, RefusedDownload } from './pipeline/source/fetch-url.ts'
import { createProbeQueue } from './platform/probe-queue.ts'
import { createImportSecrets } from './platform/secret-box.ts'
import { confirmUpload, type UploadDeps } from './uploads/confirm-upload.ts'
import { createInspector } from './uploads/inspect-file.ts'
import { takeFile } from './uploads/take-file.ts'

/** What reading a source needs, in a process that serves people as in a worker. */
export const importSources = ({ folders }: Platform, { allowPrivateSources: allowPrivate, importDir, watch }: Config): SourceDeps => ({
  scratch: folders.scratch,
  folders: [importDir, watch?.dir].filter((folder) => folder !== undefined),
  download: async (url, path, options) => {
    try {
      await fetchUrl(url, path, { ...options, allowPrivate })
    } catch (error) {
      if (!(error instanceof JobFailure)) throw error
      const { status, retryAfterSeconds: retryAfter } = error instanceof RefusedDownload ? error : {}
      throw new Failure(error.failure === 'too-large' ? 'TOO_LARGE' : 'INVALID_SOURCE', error.message, {
        extra: { ...(status !== undefined && { status }) },
        ...(retryAfter !== undefined && { retryAfter }),
        cause: error,
      })
    }
  },
})

type VideoDeps = Pick<UploadDeps, 'copies' | 'shareOriginal'>

/** What a worker needs to import: an imported video takes the same way as one that was uploaded. */
export function importDeps(platform: Platform, config: Config, { copies, shareOriginal }: VideoDeps): ImportDeps {
  const { files, folders, mediaTools, queue, secret } = platform
  const { db } = platform.database
  const { storage } = files
  const { maxUploadBytes } = config
  const { scratch } = folders
  const turns = createProbeQueue()
  const stored = { db, storage, checkSpace: refuseWithoutSpace }
  const uploads = {
    ...stored,
    copies,
    maxUploadBytes,
    // No imported file arrives in chunks.
    receiver: { settle: async () => {} },
    inspect: createInspector(mediaTools),
    probe: turns.probe,
    shareOriginal,
  }
  return {
    ...importSources(platform, config),
    db,
    maxUploadBytes,
    secrets: createImportSecrets(secret),
    takeFile: (file) => takeFile({ db, storage, maxUploadBytes, reserveSpace: reserveUploadSpace }, file),
    confirm: async (userId, video, signal) => void (await confirmUpload(uploads, userId, video, signal)),
    describe: async (id, { tags, chapters }) => {
      const video = await db.selectFrom('videos').select('duration').where('id', '=', id).executeTakeFirst()
      await updateVideo(db, id, { tags }, null)
      if (chapters.length > 0) await updateVideo(db, id, { chapters }, video?.duration ?? null)
    },
    setSettings: (id, settings) => updateVideo(db, id, settings, null),
    addCaption: async (id, { origin, ...caption }, content) =>
      void (await addCaption(stored, id, { ...caption, ...(origin && { source: origin }) }, readContent(content))),
    setThumbnail: (id, userId, path, signal) => {
      const picture = { type: 'image/jpeg', chunks: createReadStream(path) }
      const deps = { mediaTools, scratch, turns }
      return withPicture(deps, { userId, signal }, picture, (made) =>
        keepThumbnail(stored, id, { made, isFrame: false, isPlaceholder: false }),
      )
    },
    startJob: async (userId, { id, s3Key, formats, visibility }) => {
      const request = { inputSource: s3Key, outputFormats: formats, visibility }
      try {
        await createJob(db, userId, request, refuseOverQuota, id)
      } catch (error) {
        // Started before a crash.
        if (!(error instanceof Failure && error.code === 'CONFLICT')) throw error
      }
      await enqueue(db, queue, id)
    },
  }
}
