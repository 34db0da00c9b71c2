import { hostname } from 'node:os'
import { join } from 'node:path'
import type { JobRequest } from '@video-forge/contract/jobs'
import { limits } from '@video-forge/contract/rules/limits'
import { isUploadKey } from '@video-forge/contract/rules/upload-rules'
import { findFfmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { inspectFfmpeg } from '@video-forge/media/run/ffmpeg/inspect-ffmpeg'
import { openMediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccounts } from './accounts/accounts.ts'
import { setDisabled } from './accounts/administration.ts'
import { ensureFirstAdmin, type FirstAdmin } from './accounts/first-admin.ts'
import { describeUser } from './accounts/users.ts'
import { createAdmin } from './admin/admin.ts'
import { recordAction } from './admin/audit/audit.ts'
import { readGauges } from './admin/system/gauges.ts'
import { createHeartbeat } from './admin/system/workers.ts'
import { refuseAboveQuota, refuseOverQuota, refuseWithoutRoom, reserveUploadRoom } from './admin/users/quotas.ts'
import { keepAuthSecret } from './auth-secret.ts'
import { type Closing, createClosing } from './closing.ts'
import type { Config } from './config.ts'
import { createGallery } from './gallery/gallery.ts'
import { createApp } from './http/app.ts'
import { clipPath } from './http/files/stock-clips.ts'
import { linkPath } from './http/files/storage-links.ts'
import { isOwnOrigin } from './http/own-origin.ts'
import { resumablePath } from './http/uploads/resumable-uploads.ts'
import { createJobControl } from './jobs/control-jobs.ts'
import { deleteDiscardedFilesTask } from './jobs/delete-discarded-files.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { reconcileTask } from './jobs/reconcile.ts'
import { createLive } from './live/live.ts'
import { openShared, openStorage } from './open-platform.ts'
import { createOriginals } from './originals/share-originals.ts'
import { createEncodingSpeed } from './pipeline/encoding-speed.ts'
import { createPartLedger } from './pipeline/parts/part-ledger.ts'
import { createWorkHandler } from './pipeline/parts/work-handler.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { createLocalSample } from './pipeline/source/local-sample.ts'
import { planFile, planSource } from './pipeline/source/plan-source.ts'
import { createSourceCache } from './pipeline/source/source-cache.ts'
import { sweepScratch } from './pipeline/sweep-scratch.ts'
import { createWorkLedger } from './pipeline/work-ledger.ts'
import { openDatabase } from './platform/database/database.ts'
import { subscribeTo } from './platform/database/notifications.ts'
import { openSessionLocks } from './platform/database/session-locks.ts'
import { createProbeQueue } from './platform/probe-queue.ts'
import { startScheduler } from './platform/schedule/scheduler.ts'
import { acquireTaskLease } from './platform/schedule/task-lease.ts'
import { closeDataFolder } from './private-files.ts'
import { createStock } from './stock/stock.ts'
import { confirmUpload, withUpload } from './uploads/confirm-upload.ts'
import { createInspector } from './uploads/inspect-file.ts'
import { createReceiver } from './uploads/receive.ts'
import { removeStraysTask } from './uploads/remove-strays.ts'
import { sweepUploads } from './uploads/sweep-uploads.ts'
import { uploadHandlers } from './uploads/upload-handlers.ts'
import { createUploadWriter } from './uploads/write-upload.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export interface Product {
  app: FastifyInstance
  ffmpegVersion: string
  admin: FirstAdmin
  /** Stops taking requests and work, finishes or hands back what runs, closes everything. */
  stop(): Promise<void>
}

const sweepEveryMs = 60 * 60 * 1000
const drainMs = 4000
/** How long running work may go on at a stop before it is handed back. */
const graceMs = 1000

/** The only place where parts are put together. When one of them does not open, those that did are closed again. */
export async function compose(config: Config, log: Logger, webFolder: string): Promise<Product> {
  const closing = createClosing()
  try {
    return await composeParts(config, log, webFolder, closing)
  } catch (error) {
    await closing.closeAll().catch((reason) => log.warn({ err: reason }, 'a part could not be closed after a failed start'))
    throw error
  }
}

async function composeParts(config: Config, log: Logger, webFolder: string, closing: Closing): Promise<Product> {
  closeDataFolder(config, log)
  const secret = config.authSecret ?? keepAuthSecret(config.dataDir)
  const [opened, mediaTools] = await Promise.allSettled([openDatabase(config, log), openFfmpeg(config)])
  if (opened.status === 'rejected') throw opened.reason
  const database = opened.value
  closing.add('database', database.close)
  if (mediaTools.status === 'rejected') throw mediaTools.reason
  const { db } = database
  const files = await openStorage(config, linkPath, secret, log)
  closing.add('connections', files.close)
  const { storage, resumable } = files
  const shared = await openShared(config, database.connection, log)
  closing.add('connections', shared.close)
  const { queue, cache } = shared
  const mail = await openMail(config)
  closing.add('connections', mail.close)
  const admin = await ensureFirstAdmin(db, config.admin)

  const accounts = createAccounts({ config, db, cache, mail, log, audit: recordAction }, secret)
  const scratch = join(config.dataDir, 'scratch')
  await sweepScratch(scratch)
  const sample = createLocalSample(mediaTools.value.ffmpeg, join(config.dataDir, 'samples'))
  const stock = createStock({
    config,
    cache,
    mediaTools: mediaTools.value,
    folder: join(config.dataDir, 'samples', 'stock'),
    clipPath,
    isOwnOrigin: isOwnOrigin(config.publicUrl),
    log,
  })
  closing.add('work', stock.close)
  const { ownClip } = stock
  const { maxUploadBytes, allowPrivateSources } = config
  const webhooks = createWebhooks({ db, cache, publicUrl: config.publicUrl, allowPrivate: allowPrivateSources, log })
  closing.add('work', webhooks.stop)
  const locks = openSessionLocks(database.connection, log)
  closing.add('connections', locks.close)
  const receiver = createReceiver({ path: resumablePath, db, storage, resumable, locks, secret, maxUploadBytes })
  const inspect = createInspector(mediaTools.value)
  const { probe, fetch: fetchInTurn } = createProbeQueue()
  const originals = createOriginals({ db, storage, log, onVideoChange: () => gallery.clearPublicCache() })
  closing.add('work', originals.stop)
  const { prepare: shareOriginal } = originals
  const uploads = { db, storage, receiver, scratch, maxUploadBytes, checkRoom: refuseWithoutRoom, inspect, probe, shareOriginal }
  const gallery = createGallery({
    db,
    secret,
    forgetJob: (id) => queue.remove(id).catch(() => {}),
    listen: (reactions) => subscribeTo(database.connection, 'gallery', reactions, log),
    shareOriginal,
    lingerSeconds: files.answered ? null : limits.storageLinkSeconds,
  })
  closing.add('work', gallery.stop)

  const encodingSpeed = createEncodingSpeed(db, hostname())
  const planFor = async (request: JobRequest, userId: string, signal: AbortSignal) => {
    const { inputSource } = request
    const parts = { mediaTools: mediaTools.value, encodingSpeed, sample, ownClip, scratch, allowPrivateSources }
    if (isUploadKey(inputSource)) return withUpload(uploads, userId, inputSource, (path) => planFile(parts, request, path), signal)
    return fetchInTurn(userId, () => planSource(parts, request, (look) => probe(userId, look, signal)), signal)
  }
  const adoptUpload = (userId: string, { inputSource: s3Key, title, description, visibility }: JobRequest, signal?: AbortSignal) =>
    confirmUpload(uploads, userId, { s3Key, title, description, visibility }, signal)
  const { addressOf, download, clearPublicCache: onVideoChange } = gallery
  const auditLoadTest = (actorId: string, jobIds: string[]) =>
    recordAction(db, { actorId, action: 'jobs.load-test', details: { count: jobIds.length, jobs: jobIds } })
  const adminFeature = createAdmin({
    db,
    storage,
    jobs: createJobControl({ db, queue, addressOf, onVideoChange }),
    setDisabled,
    describeUser,
    checks: { database: database.check, cache: cache.check, storage: storage.check, queue: queue.check, mail: mail.check },
    inspectFfmpeg: () => inspectFfmpeg(mediaTools.value.ffmpeg),
    bucketName: files.name,
    dataDir: config.dataDir,
    tempFolders: {
      scratch,
      incoming: join(config.dataDir, 'storage', 'incoming'),
      resumable: join(config.dataDir, 'storage', 'resumable'),
    },
    maxConcurrentJobs: config.maxConcurrentJobs,
  })

  const handlers = {
    ...accounts.handlers,
    ...jobHandlers({
      db,
      queue,
      planFor,
      adoptUpload,
      addressOf,
      download,
      onVideoChange,
      mayStart: refuseOverQuota,
      auditLoadTest,
    }),
    ...uploadHandlers({ ...uploads, receiver, resumable, locks, reserveRoom: reserveUploadRoom, describeVideo: gallery.describe }),
    ...gallery.handlers,
    ...stock.handlers,
    ...webhooks.handlers,
    ...adminFeature.handlers,
  }

  const live = createLive({ db, connection: database.connection, maxConcurrent: config.maxConcurrentJobs, log })
  closing.add('work', live.stop)
  const isWorker = config.role !== 'api'
  const ledger = createWorkLedger(db, refuseAboveQuota)
  const encoderDeps = { partLedger: createPartLedger(db), storage, mediaTools: mediaTools.value, scratch, log }
  // Whoever has a job of their own to do does that first.
  const callForHelp = async (ids: readonly string[]) => void (await Promise.all(ids.map((id) => queue.add(id, Number.MAX_SAFE_INTEGER))))
  const pipeline = createPipeline({
    ...encoderDeps,
    ledger,
    encodingSpeed,
    sample,
    ownClip,
    maxUploadBytes,
    allowPrivateSources,
    callForHelp,
    shareOriginal,
  })
  const sourceCache = createSourceCache(storage, scratch)
  closing.add('connections', sourceCache.close)
  const work = createWorkHandler(encoderDeps, sourceCache, pipeline)
  const heartbeat = createHeartbeat({ db, role: config.role, concurrency: config.maxConcurrentJobs, dataDir: config.dataDir })
  const worker = isWorker ? await queue.work(heartbeat.watching(work), { concurrency: config.maxConcurrentJobs }) : undefined
  closing.add('work', () => worker?.close(graceMs))
  closing.add('connections', () => isWorker && heartbeat.leave().catch(() => {}))
  const scheduler = isWorker
    ? startScheduler(
        [
          reconcileTask(db, queue),
          deleteDiscardedFilesTask(db, storage),
          { name: 'forget abandoned uploads', run: () => sweepUploads(db, resumable) },
          removeStraysTask({ db, storage, resumable }),
          webhooks.task,
          ...adminFeature.tasks,
        ],
        log,
        acquireTaskLease(db),
      )
    : undefined
  closing.add('work', () => scheduler?.stop())
  // A round of its own: a long chore must not make a worker look dead.
  const pulse = isWorker ? startScheduler([heartbeat.task], log) : undefined
  closing.add('work', () => pulse?.stop())
  // Copies of large files must not hold up the other chores either.
  const checking = isWorker ? startScheduler([originals.task], log) : undefined
  closing.add('work', () => checking?.stop())
  const sweeper = setInterval(
    () =>
      void Promise.all([accounts.sweep(), live.sweep(), gallery.sweep()]).catch((error) =>
        log.warn({ err: error }, 'what is old could not be swept'),
      ),
    sweepEveryMs,
  )
  sweeper.unref()
  closing.add('work', () => clearInterval(sweeper))

  if (config.role !== 'worker')
    void adminFeature.warmUp().catch((error) => log.warn({ err: error }, 'the control room could not prepare itself'))

  const needsQueue = config.redis.kind === 'in-process' || config.role === 'worker'
  let stopping = false
  const app = await createApp({
    config,
    log,
    handlers,
    streams: { 'GET /jobs/events': live.stream },
    authenticate: accounts.authenticate,
    // People can be served without Redis, so its absence takes no process out of a balancer.
    checks: { database: database.check, storage: storage.check, ...(needsQueue && { queue: queue.check }) },
    storage: { answered: files.answered, linkOrigins: files.linkOrigins },
    media: { find: gallery.findMedia, storage, accelPrefix: config.accelPrefix },
    resumable: receiver,
    writeUpload: createUploadWriter({ db, locks, maxUploadBytes, reserveRoom: reserveUploadRoom }),
    headOf: gallery.pageHead,
    stock: { find: stock.clipFile, hosts: stock.hosts },
    webFolder,
    isStopping: () => stopping,
    readGauges: () => readGauges(db),
  })

  closing.add('work', () => {
    stopping = true
    const cutOff = setTimeout(() => app.server.closeAllConnections(), drainMs)
    return app
      .close()
      .then(accounts.settle)
      .finally(() => clearTimeout(cutOff))
  })

  return { app, ffmpegVersion: mediaTools.value.version, admin, stop: closing.closeAll }
}

const openFfmpeg = async ({ ffmpegPath: ffmpeg, ffprobePath: ffprobe }: Config) => openMediaTools(await findFfmpeg({ ffmpeg, ffprobe }))

/** The mail library is large; a site loads the half it uses. */
async function openMail(config: Config) {
  if (config.mail.kind === 'smtp') {
    const { createSmtpMail } = await import('./platform/mail/smtp-mail.ts')
    return createSmtpMail(config.mail)
  }
  const { createTerminalMail } = await import('./platform/mail/terminal-mail.ts')
  return createTerminalMail({ folder: join(config.dataDir, 'mail'), from: config.mail.from, print: (text) => console.log(text) })
}
