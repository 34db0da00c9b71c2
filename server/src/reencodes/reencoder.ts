import { mkdir } from 'node:fs/promises'
import { isWithinHours, type ReencodeSettings } from '@video-forge/contract/rules/reencode-rules'
import { withCpuMeter } from '@video-forge/media/run/ffmpeg/cpu-meter'
import { readAv1Version } from '@video-forge/media/run/reencode/read-av1-version'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { WorkHandler } from '../platform/queue/queue.ts'
import type { Task } from '../platform/schedule/scheduler.ts'
import { startTicker } from '../platform/schedule/ticker.ts'
import { createVideoChooser } from './choose-video.ts'
import { readLimits, threadsOf } from './machine-limits.ts'
import { noteFailure } from './note-failure.ts'
import type { ReencodeDeps } from './open-rendition.ts'
import { addCpu, leaseWork, renewLease, returnLease, type Work } from './reencode-ledger.ts'
import { readReencodeSettings } from './reencode-settings.ts'
import { runStep } from './run-steps.ts'
import { createStepPause } from './step-pause.ts'

interface ReencoderDeps extends ReencodeDeps {
  log: Logger
  /** Between two looks at the queue while something is encoded: a job that comes must start within two seconds. */
  lookMs?: number
  now?: () => Date
  /** Whether there is space for more than what people upload. */
  hasSpace?: () => Promise<boolean>
  /** Where files of a remote storage are copied to. */
  copyFolder?: string | undefined
}

/** Renewed several times within a lease. */
const renewEveryLooks = 10
/** After nothing was found, the search for videos rests, unless a job of this process or an admin changes what there is to find. */
const restMs = 10 * 60_000

class NotIdle extends Error {}

/**
 * Makes renditions again in AV1 while nobody waits for anything: one encoder at a time in each process, at the lowest priority, within the
 * hours of the admins. It stops as soon as a job waits anywhere or this process begins to work on one.
 */
export function createReencoder({
  log,
  lookMs = 500,
  now = () => new Date(),
  hasSpace = async () => true,
  copyFolder,
  ...deps
}: ReencoderDeps) {
  const { db, storage, mediaTools } = deps
  const stopping = new AbortController()
  let jobCount = 0
  let current: AbortController | undefined
  let running: Promise<void> | undefined
  let rest = { until: 0, settings: '' }
  const pause = createStepPause()
  const videos = createVideoChooser(db)
  let copiedJobId: string | undefined
  let version: Promise<number | undefined> | undefined

  const mayWork = async (settings: ReencodeSettings): Promise<boolean> =>
    settings.mode !== 'off' && jobCount === 0 && isWithinHours(settings, now().getUTCHours()) && !(await hasWaitingJobs(db))

  /** Does one step, and stops it when somebody needs the machine. */
  const doStep = async (work: Work, settings: ReencodeSettings, majorVersion: number | undefined): Promise<void> => {
    const ended = new AbortController()
    current = ended
    let looks = 0
    const look = async () => {
      looks += 1
      const isRenewal = looks % renewEveryLooks === 0
      if (isRenewal && !(await renewLease(db, work))) return ended.abort(new Error('the lease is gone'))
      if (!(await mayWork(isRenewal ? await readReencodeSettings(db) : settings))) ended.abort(new NotIdle())
    }
    // While the database cannot be reached, the work goes on; the lease ends by itself.
    const looking = startTicker(lookMs, () =>
      look().catch((error) => log.warn({ err: error, reencodeId: work.id }, 'queue could not be read')),
    )
    const allowedCores = (mediaTools.machine.cores * settings.cpuShare) / 100
    const [startedAt, spent, meter] = [performance.now(), { cpuSeconds: 0 }, { seconds: 0 }]
    const options = { threads: threadsOf(allowedCores), majorVersion, signal: AbortSignal.any([stopping.signal, ended.signal]) }
    try {
      await withCpuMeter(meter, () => runStep(deps, { ...work, spent }, options))
      copiedJobId = work.jobId
      pause.afterStep({ ...spent, seconds: (performance.now() - startedAt) / 1000 }, allowedCores)
    } catch (error) {
      await addCpu(db, work, Math.max(0, meter.seconds - spent.cpuSeconds))
      if (stopping.signal.aborted || ended.signal.aborted) await returnLease(db, work)
      else if (await noteFailure({ db, storage, log }, work, error)) pause.afterFailure()
    } finally {
      current = undefined
      await looking.stop()
    }
  }

  /** Looks for another video. False when there is none. */
  const chooseMore = async (settings: ReencodeSettings): Promise<boolean> => {
    const chosenBy = JSON.stringify(settings)
    if (performance.now() < rest.until && rest.settings === chosenBy) return false
    // Before the search: a job that ends meanwhile may be missed by it, and ends this rest.
    rest = { until: performance.now() + restMs, settings: chosenBy }
    let hasChosen = true
    try {
      hasChosen = await videos.choose(settings)
    } finally {
      if (hasChosen) rest.until = 0
    }
    return hasChosen
  }

  /** Of the encoder. Not asked at the start of the process, because it takes a second, and before a video is at stake. */
  const knownVersion = async (): Promise<number | undefined> => {
    try {
      await mkdir(deps.scratch, { recursive: true })
      version ??= readAv1Version(mediaTools, deps.scratch, stopping.signal).then((major) => {
        if (major === undefined) log.warn('AV1 encoder version unknown, treated as newest')
        return major
      })
      return await version
    } catch (error) {
      version = undefined
      pause.afterFailure()
      throw error
    }
  }

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted && pause.isOver()) {
      const settings = await readReencodeSettings(db)
      if (!(await mayWork(settings)) || !(await hasSpace())) return
      const majorVersion = await knownVersion()
      const step = await leaseWork(db, await readLimits(mediaTools.machine, { copyFolder, copiedJobId }))
      if (step) await doStep(step, settings, majorVersion)
      else if (!(await chooseMore(settings))) return
    }
  }

  const task: Task = {
    name: 'make videos again in AV1',
    /** Only starts: a part must not hold up the tasks of a stop. */
    run: async () => {
      running ??= work()
        .catch((error) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, 're-encoding failed, retrying later')
        })
        .finally(() => {
          running = undefined
        })
      return false
    },
  }

  return {
    task,
    /** Wraps the work handler of this process, so that its jobs have the machine for themselves at once. */
    yielding:
      (handler: WorkHandler): WorkHandler =>
      async (...work) => {
        jobCount += 1
        current?.abort(new NotIdle())
        try {
          return await handler(...work)
        } finally {
          jobCount -= 1
          rest.until = 0
        }
      },
    /** For tests: resolves when nothing is made at the moment. */
    settled: async () => void (await running),
    async stop(): Promise<void> {
      stopping.abort(new Error('the process stops'))
      await running
    },
  }
}

async function hasWaitingJobs(db: ReencodeDeps['db']): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from jobs where status = 'PENDING') as waits`.execute(db)
  return rows[0]?.waits ?? false
}
