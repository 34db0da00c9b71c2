import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { identityKey } from './accounts/identity-key.ts'
import { mailPausedWebhook } from './accounts/mails/webhook-paused.ts'
import { expiredSessionsTask } from './accounts/sessions/expired-sessions-task.ts'
import { adminTasks } from './admin/admin-tasks.ts'
import { createHeartbeat } from './admin/system/workers.ts'
import { refuseAboveQuota } from './admin/users/quotas.ts'
import { createBulkWork } from './bulk-work.ts'
import type { Closing } from './closing.ts'
import type { Config } from './config.ts'
import { expiredExportsTask } from './exports/expired-exports-task.ts'
import { exportKind } from './exports/export-kind.ts'
import { currentMetadata } from './gallery/playback/metadata-file.ts'
import { expiredSeatsTask } from './gallery/protection/token-seats.ts'
import { divideBlocksTask } from './gallery/search/divide-blocks.ts'
import { rebuildSearchTask } from './gallery/search/rebuild-search.ts'
import { expiredShareLinksTask } from './gallery/share-links.ts'
import { importKind } from './imports/import-kind.ts'
import { watchFolderTask } from './imports/watch/watch-folder.ts'
import { deleteDiscardedFilesTask } from './jobs/delete-discarded-files.ts'
import { deletePlayedPartsTask } from './jobs/delete-played-parts.ts'
import { reconcileTask } from './jobs/reconcile.ts'
import { removedJobsTask } from './live/removed-jobs-task.ts'
import type { MediaServices } from './media-services.ts'
import { importDeps } from './open-imports.ts'
import { openMail, type Platform } from './open-platform.ts'
import { createPartLedger } from './pipeline/parts/part-ledger.ts'
import { createWorkHandler } from './pipeline/parts/work-handler.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { createWorkLedger } from './pipeline/work-ledger.ts'
import { diskSpace } from './platform/disk-space.ts'
import type { WorkHandler } from './platform/queue/queue.ts'
import { startScheduler, type Task } from './platform/schedule/scheduler.ts'
import { acquireTaskLease } from './platform/schedule/task-lease.ts'
import type { LocalCopies } from './platform/storage/file-copies.ts'
import type { AnyTaskKind } from './platform/tasks/task-kind.ts'
import { createTaskRunner, oldTasksTask } from './platform/tasks/task-runner.ts'
import { deleteUnfinishedTask } from './platform/unfinished-files.ts'
import { playTasks } from './plays/play-tasks.ts'
import { createReencoder } from './reencodes/reencoder.ts'
import { requestUnasked } from './transcription/request-unasked.ts'
import { watchSpeechModel } from './transcription/speech-model.ts'
import { createTranscriber } from './transcription/transcriber.ts'
import { emptyTrashTask } from './trash/empty-trash-task.ts'
import { removeStraysTask } from './uploads/remove-strays.ts'
import { sweepUploadsTask } from './uploads/sweep-uploads.ts'
import { createDelivery } from './webhooks/deliver.ts'
import { webhookTasks } from './webhooks/webhook-tasks.ts'

/** How long a start waits for the folder of the speech model. */
const maxLookMs = 3000
/** How long running work may go on at a stop before it is handed back. */
const graceMs = 1000
/** Of the disk. Below it, nothing is stored that nobody has asked for. */
const minFreeShare = 0.1

/** Takes jobs from the queue, and does the background work of the site: every five seconds, unless another `tickMs` is given. */
export async function startWorker(
  platform: Platform,
  media: MediaServices,
  config: Config,
  log: Logger,
  closing: Closing,
  tickMs?: number,
): Promise<void> {
  const { database, queue } = platform
  const { db } = database
  const concurrency = config.maxConcurrentJobs
  const speech = watchSpeechModel(config.captionsModelDir)
  // Before the first job: a video that is published must find out whether captions can be made of it. A slow folder holds up nothing.
  if (config.captions !== 'off') await Promise.race([speech.refresh(), wait(maxLookMs, undefined, { ref: false })])
  const heartbeat = createHeartbeat({ db, role: config.role, concurrency, dataDir: config.dataDir, readSpeech: speech.known })
  closing.add('connections', () => heartbeat.leave().catch(() => {}))
  const work = createWork(platform, media, config, log, () => speech.known()?.languages ?? [])
  const reencoder = openReencoder(platform, log, media.copies)
  const worker = await queue.work(heartbeat.watching(reencoder.yielding(work)), { concurrency })
  closing.add('work', () => worker.close(graceMs))
  const callTasks = await openWebhooks(platform, config, log, closing)
  const transcriber = openTranscriber(platform, config, log)
  closing.add('work', transcriber.stop)
  closing.add('work', reencoder.stop)
  const captionTasks = config.captions === 'off' ? [] : [speech.task, transcriber.task]
  const longWork = createTaskRunner({ db, kinds: taskKinds(platform, media, config), log })
  closing.add('work', longWork.stop)
  const idleTasks = platform.mediaTools.canEncodeAv1 ? [reencoder.task] : []
  const tasks = [
    heartbeat.task,
    longWork.task,
    media.originals.task,
    ...callTasks,
    ...captionTasks,
    ...idleTasks,
    ...watchTasks(platform, config),
    ...siteTasks(platform),
  ]
  const scheduler = startScheduler(tasks, log, acquireTaskLease(db, tickMs), tickMs)
  closing.add('work', scheduler.stop)
}

/** What the long work of people consists of. */
const taskKinds = (platform: Platform, media: MediaServices, config: Config): AnyTaskKind[] => {
  const { database, files, queue } = platform
  const { db } = database
  return [
    importKind(importDeps(platform, config, { copies: media.copies, shareOriginal: media.originals.prepare })),
    exportKind({
      ...{ db, storage: files.storage, publicUrl: config.publicUrl },
      readMetadata: (id, key) => currentMetadata(db, files.storage, id, key),
    }),
    createBulkWork({
      ...{ db, queue, shareOriginal: media.originals.prepare, mode: config.captions, siteLanguage: config.captionsLanguage },
      hasOwnModel: config.captionsModelDir !== undefined,
    }),
  ]
}

const watchTasks = ({ database: { db } }: Platform, { watch }: Config): Task[] =>
  watch ? [watchFolderTask({ ...watch, db, nameKey: identityKey })] : []

async function openWebhooks({ database: { db } }: Platform, config: Config, log: Logger, closing: Closing): Promise<Task[]> {
  const { publicUrl, allowPrivateSources: allowPrivate } = config
  const mail = await openMail(config)
  closing.add('connections', mail.close)
  const webhooks = createDelivery({ db, publicUrl, allowPrivate, log })
  closing.add('work', webhooks.stop)
  return [webhooks.task, ...webhookTasks({ db, sendNotice: (notice) => mailPausedWebhook(db, mail, publicUrl, notice), log })]
}

const openTranscriber = ({ database, files, folders, mediaTools }: Platform, { captionsModelDir }: Config, log: Logger) =>
  createTranscriber({
    db: database.db,
    storage: files.storage,
    mediaTools,
    scratch: folders.scratch,
    cacheFolder: folders.speech,
    modelFolder: captionsModelDir,
    // The build puts it beside this program.
    program: fileURLToPath(new URL('speech.js', import.meta.url)),
    log,
  })

const openReencoder = ({ database, files, folders, mediaTools }: Platform, log: Logger, copies: LocalCopies) =>
  createReencoder({
    ...{ db: database.db, storage: files.storage, mediaTools, scratch: folders.scratch, log },
    useFile: (key, use, signal) => copies.use(key, async ({ whole }) => use(await whole()), { signal }),
    copyFolder: files.storage.localPath('any') === undefined ? folders.scratch : undefined,
    hasSpace: async () => {
      const disk = files.storage.localPath('any') === undefined ? undefined : await diskSpace(folders.storage)
      return !disk || disk.free > disk.total * minFreeShare
    },
  })

function createWork(
  platform: Platform,
  media: MediaServices,
  config: Config,
  log: Logger,
  languages: () => readonly string[],
): WorkHandler {
  const { database, files, folders, mediaTools, queue } = platform
  const { storage } = files
  const { maxUploadBytes, allowPrivateSources } = config
  const encoderDeps = {
    partLedger: createPartLedger(database.db),
    storage,
    mediaTools,
    scratch: folders.scratch,
    log,
    leading: new Set<string>(),
  }
  const pipeline = createPipeline({
    ...encoderDeps,
    ledger: createWorkLedger(database.db, {
      mayKeep: refuseAboveQuota,
      onPublished: (transaction, id, heard) =>
        requestUnasked(transaction, id, { mode: config.captions, siteLanguage: config.captionsLanguage, languages: languages() }, heard),
    }),
    encodingSpeed: media.encodingSpeed,
    sample: media.sample,
    ownClip: media.ownClip,
    copies: media.copies,
    maxUploadBytes,
    allowPrivateSources,
    // Last in the queue: a worker does whole jobs first.
    callForHelp: async (ids) => void (await Promise.all(ids.map((id) => queue.add(id, Number.MAX_SAFE_INTEGER)))),
    shareOriginal: media.originals.prepare,
  })
  return createWorkHandler(encoderDeps, media.copies, pipeline)
}

const siteTasks = ({ database: { db }, files: { storage, resumable }, folders, queue }: Platform): Task[] => [
  reconcileTask(db, queue),
  deletePlayedPartsTask(db, storage.localPath('any') === undefined ? undefined : folders.storage),
  deleteDiscardedFilesTask(db, storage),
  deleteUnfinishedTask(db, storage),
  sweepUploadsTask(db, resumable),
  removeStraysTask({ db, storage, resumable }),
  expiredSessionsTask(db),
  expiredShareLinksTask(db),
  expiredSeatsTask(db),
  removedJobsTask(db),
  rebuildSearchTask(db),
  divideBlocksTask(db),
  oldTasksTask(db),
  emptyTrashTask(db),
  expiredExportsTask(db),
  ...adminTasks(db, storage),
  ...playTasks(db),
]
