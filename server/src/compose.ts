import { join } from 'node:path'
import { endpointList } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import type { JobRequest } from '@video-forge/contract/jobs'
import { findFfmpeg } from '@video-forge/media/run/find-ffmpeg'
import { openWorkshop } from '@video-forge/media/run/programs'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createAccounts } from './accounts/accounts.ts'
import { ensureFirstAdmin, type FirstAdmin } from './accounts/first-admin.ts'
import { keepAuthSecret } from './auth-secret.ts'
import { type Config, ConfigProblem } from './config.ts'
import { createApp } from './http/app.ts'
import type { Handlers } from './http/handlers.ts'
import { linkPath } from './http/storage-links.ts'
import { emptyTrashChore } from './jobs/empty-trash.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { reconcileChore } from './jobs/reconcile.ts'
import { startRounds } from './jobs/rounds.ts'
import { createWorkLedger } from './jobs/work-ledger.ts'
import { createLive } from './live/live.ts'
import { createLocalSample } from './pipeline/local-sample.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { planSource } from './pipeline/plan-source.ts'
import { sweepScratch } from './pipeline/sweep-scratch.ts'
import { createMemoryCache } from './platform/cache/memory-cache.ts'
import { openDatabase } from './platform/database/database.ts'
import { openPostgresQueue } from './platform/queue/postgres-queue.ts'
import { openLocalStorage } from './platform/storage/local-storage.ts'
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

  const accounts = createAccounts({ config, db, cache, mail, log }, secret)
  const scratch = join(config.dataDir, 'scratch')
  await sweepScratch(scratch)
  const sample = createLocalSample(workshop.value.ffmpeg, join(config.dataDir, 'samples'))
  const { maxUploadBytes, allowPrivateSources } = config
  const webhooks = createWebhooks({ db, cache, publicUrl: config.publicUrl, allowPrivate: allowPrivateSources, log })
  const planFor = (request: JobRequest) => planSource({ workshop: workshop.value, sample, scratch, allowPrivateSources }, request)
  const handlers = { ...notYet(), ...accounts.handlers, ...jobHandlers({ db, queue, storage, planFor }), ...webhooks.handlers }

  const live = createLive({ db, connection: database.connection, maxConcurrent: config.maxConcurrentJobs, log })
  const isWorker = config.role !== 'api'
  const ledger = createWorkLedger(db)
  const pipeline = createPipeline({ ledger, storage, workshop: workshop.value, sample, scratch, maxUploadBytes, allowPrivateSources, log })
  const worker = isWorker ? await queue.work(pipeline, { concurrency: config.maxConcurrentJobs }) : undefined
  const rounds = isWorker ? startRounds([reconcileChore(db, queue), emptyTrashChore(db, storage), webhooks.chore], log) : undefined
  const sweeper = setInterval(
    () => void Promise.all([accounts.sweep(), live.sweep()]).catch((error) => log.warn({ err: error }, 'what is old could not be swept')),
    sweepEveryMs,
  )
  sweeper.unref()

  let stopping = false
  const app = await createApp({
    config,
    log,
    handlers,
    streams: { 'GET /jobs/events': live.stream },
    authenticate: accounts.authenticate,
    checks: { database: database.check, storage: storage.check, queue: queue.check },
    storage,
    webFolder,
    isStopping: () => stopping,
  })

  return {
    app,
    ffmpegVersion: workshop.value.version,
    admin,
    async stop() {
      stopping = true
      clearInterval(sweeper)
      const cutOff = setTimeout(() => app.server.closeAllConnections(), drainMs)
      await Promise.all([live.stop(), app.close(), worker?.close(graceMs), rounds?.stop(), webhooks.stop()]).finally(() =>
        clearTimeout(cutOff),
      )
      await Promise.all([queue.close(), cache.close(), mail.close()])
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
