import { join } from 'node:path'
import { endpointList } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import type { JobRequest } from '@video-forge/contract/jobs'
import { findFfmpeg } from '@video-forge/media/run/find-ffmpeg'
import { inspectFfmpeg } from '@video-forge/media/run/inspect-ffmpeg'
import { openWorkshop } from '@video-forge/media/run/programs'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccounts } from './accounts/accounts.ts'
import { setDisabled } from './accounts/administration.ts'
import { ensureFirstAdmin, type FirstAdmin } from './accounts/first-admin.ts'
import { createAdmin } from './admin/admin.ts'
import { recordAct } from './admin/audit.ts'
import { readGauges } from './admin/gauges.ts'
import { refuseOverQuota } from './admin/quotas.ts'
import { createHeartbeat } from './admin/workers.ts'
import { keepAuthSecret } from './auth-secret.ts'
import { type Config, ConfigProblem } from './config.ts'
import { createApp } from './http/app.ts'
import type { Handlers } from './http/handlers.ts'
import { linkPath } from './http/storage-links.ts'
import { createJobControl } from './jobs/control-jobs.ts'
import { emptyTrashChore } from './jobs/empty-trash.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { reconcileChore } from './jobs/reconcile.ts'
import { startRounds } from './jobs/rounds.ts'
import { createWorkLedger } from './jobs/work-ledger.ts'
import { createLocalSample } from './pipeline/local-sample.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { planSource } from './pipeline/plan-source.ts'
import { sweepScratch } from './pipeline/sweep-scratch.ts'
import { createMemoryCache } from './platform/cache/memory-cache.ts'
import { openDatabase } from './platform/database/database.ts'
import { openPostgresQueue } from './platform/queue/postgres-queue.ts'
import { openLocalStorage } from './platform/storage/local-storage.ts'

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

/** The only place where parts are put together. */
export async function compose(config: Config, log: Logger, webFolder: string): Promise<Product> {
  if (config.redis.kind === 'redis')
    throw new ConfigProblem('REDIS_URL', 'is set, but this version runs on PostgreSQL alone; leave it empty')
  if (config.storage.kind === 's3') throw new ConfigProblem('S3_BUCKET', 'is set, but this version keeps files in DATA_DIR; leave it empty')

  const secret = config.authSecret ?? keepAuthSecret(config.dataDir)
  const [opened, workshop] = await Promise.allSettled([openDatabase(config, log), openFfmpeg(config)])
  if (opened.status === 'rejected') throw opened.reason
  const database = opened.value
  if (workshop.status === 'rejected') {
    await database.close()
    throw workshop.reason
  }
  const { db } = database
  const storage = await openLocalStorage({ folder: join(config.dataDir, 'storage'), linkBase: `${config.publicUrl}${linkPath}`, secret })
  const queue = openPostgresQueue('jobs', database.connection, log)
  const cache = createMemoryCache()
  const mail = await openMail(config)
  const admin = await ensureFirstAdmin(db, config.admin)

  const accounts = createAccounts({ config, db, cache, mail, log, audit: recordAct }, secret)
  const scratch = join(config.dataDir, 'scratch')
  await sweepScratch(scratch)
  const sample = createLocalSample(workshop.value.ffmpeg, join(config.dataDir, 'samples'))
  const { maxUploadBytes, allowPrivateSources } = config
  const planFor = (request: JobRequest) => planSource({ workshop: workshop.value, sample, scratch, allowPrivateSources }, request)
  const auditLoadTest = (actorId: string, jobIds: string[]) =>
    recordAct(db, { actorId, action: 'jobs.load-test', details: { count: jobIds.length, jobs: jobIds } })
  const adminRoom = createAdmin({
    db,
    storage,
    jobs: createJobControl(db, queue),
    setDisabled,
    checks: { database: database.check, cache: cache.check, storage: storage.check, queue: queue.check, mail: mail.check },
    inspectFfmpeg: () => inspectFfmpeg(workshop.value.ffmpeg),
    bucketName: 'local storage',
    dataDir: config.dataDir,
    tempFolders: { scratch, incoming: join(config.dataDir, 'storage', 'incoming') },
    maxConcurrentJobs: config.maxConcurrentJobs,
  })
  const handlers = {
    ...notYet(),
    ...accounts.handlers,
    ...jobHandlers({ db, queue, storage, planFor, mayStart: refuseOverQuota, auditLoadTest }),
    ...adminRoom.handlers,
  }

  const isWorker = config.role !== 'api'
  const ledger = createWorkLedger(db)
  const pipeline = createPipeline({ ledger, storage, workshop: workshop.value, sample, scratch, maxUploadBytes, allowPrivateSources, log })
  const heartbeat = createHeartbeat({ db, role: config.role, concurrency: config.maxConcurrentJobs, dataDir: config.dataDir })
  const worker = isWorker ? await queue.work(heartbeat.watching(pipeline), { concurrency: config.maxConcurrentJobs }) : undefined
  const rounds = isWorker ? startRounds([reconcileChore(db, queue), emptyTrashChore(db, storage), ...adminRoom.chores], log) : undefined
  // A round of its own: a long chore must not make a worker look dead.
  const pulse = isWorker ? startRounds([heartbeat.chore], log) : undefined
  const sweeper = setInterval(
    () => void accounts.sweep().catch((error) => log.warn({ err: error }, 'old sessions could not be swept')),
    sweepEveryMs,
  )
  sweeper.unref()

  if (config.role !== 'worker') void adminRoom.warmUp().catch((error) => log.warn({ err: error }, 'the health could not be read'))

  let stopping = false
  const app = await createApp({
    config,
    log,
    handlers,
    authenticate: accounts.authenticate,
    checks: { database: database.check, storage: storage.check, queue: queue.check },
    storage,
    webFolder,
    isStopping: () => stopping,
    readGauges: () => readGauges(db),
  })

  return {
    app,
    ffmpegVersion: workshop.value.version,
    admin,
    async stop() {
      stopping = true
      clearInterval(sweeper)
      const cutOff = setTimeout(() => app.server.closeAllConnections(), drainMs)
      await Promise.all([app.close(), worker?.close(graceMs), rounds?.stop(), pulse?.stop()]).finally(() => clearTimeout(cutOff))
      await Promise.all([queue.close(), cache.close(), mail.close(), isWorker && heartbeat.leave().catch(() => {})])
      await database.close()
    },
  }
}

const openFfmpeg = async ({ ffmpegPath: ffmpeg, ffprobePath: ffprobe }: Config) => openWorkshop(await findFfmpeg({ ffmpeg, ffprobe }))

/** The mail library is large; a site loads the half it uses. */
async function openMail(config: Config) {
  if (config.mail.kind === 'smtp') {
    const { createSmtpMail } = await import('./platform/mail/smtp-mail.ts')
    return createSmtpMail(config.mail)
  }
  const { createTerminalMail } = await import('./platform/mail/terminal-mail.ts')
  return createTerminalMail({ folder: join(config.dataDir, 'mail'), from: config.mail.from, print: (text) => console.log(text) })
}

/** Calls that are in the contract and not built yet. */
function notYet(): Handlers {
  const refuse = async () => {
    throw new Failure('UNAVAILABLE', 'This is not built yet.')
  }
  return Object.fromEntries(endpointList.map(([key]) => [key, refuse])) as unknown as Handlers
}
