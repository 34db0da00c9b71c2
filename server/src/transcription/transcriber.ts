import { UnusableModel } from '@video-forge/media/run/speech/model-folder'
import { SpeechFailure } from '@video-forge/media/run/speech/speech-failure'
import type { Logger } from 'pino'
import type { Task } from '../platform/schedule/scheduler.ts'
import { startTicker } from '../platform/schedule/ticker.ts'
import { storeTranscript } from './store-transcript.ts'
import { NothingToHear, type SpeechDeps, transcribeVideo } from './transcribe-video.ts'
import { dropLease, failTranscription, type Lease, leaseTranscription, renewLease, returnLease } from './transcriptions.ts'

interface TranscriberDeps extends SpeechDeps {
  log: Logger
  /** Between two renewals of a lease. */
  renewMs?: number
}

/** Makes automatic captions, one video at a time in each process, at the lowest priority. */
export function createTranscriber({ log, renewMs = 5000, ...deps }: TranscriberDeps) {
  const { db } = deps
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  const make = async (lease: Lease): Promise<void> => {
    const ended = new AbortController()
    const signal = AbortSignal.any([stopping.signal, ended.signal])
    let percent = 0
    const renew = async () => {
      if (!(await renewLease(db, lease, percent))) ended.abort(new Error('the request was removed'))
    }
    // While the database cannot be reached, the work goes on; after a minute another worker may take it.
    const renewal = startTicker(renewMs, () =>
      renew().catch((error) => log.warn({ err: error, videoId: lease.videoId }, 'lease of automatic captions could not be renewed')),
    )
    try {
      const onProgress = (value: number) => {
        percent = value
      }
      const transcript = await transcribeVideo(deps, lease, { signal, onProgress })
      if (transcript.cues.length > 0) await storeTranscript(db, lease, transcript)
      else if (lease.isAsked) await failTranscription(db, lease, 'Nobody speaks in this video, or too quietly to be understood.')
      else await dropLease(db, lease)
    } catch (error) {
      if (ended.signal.aborted) return
      if (stopping.signal.aborted) await returnLease(db, lease)
      else await noteFailure({ db, log }, lease, error)
    } finally {
      await renewal.stop()
    }
  }

  const work = async (): Promise<void> => {
    for (let lease = await next(); lease; lease = await next()) await make(lease)
  }
  const next = () => (stopping.signal.aborted ? Promise.resolve(undefined) : leaseTranscription(db))

  const task: Task = {
    name: 'make automatic captions',
    /** Only starts: a long talk must not hold up the tasks of a stop. */
    run: async () => {
      running ??= work()
        .catch((error) => log.warn({ err: error }, 'automatic captions failed, retrying later'))
        .finally(() => {
          running = undefined
        })
      return false
    },
  }
  return {
    task,
    async stop(): Promise<void> {
      stopping.abort(new Error('the process stops'))
      await running
    },
  }
}

async function noteFailure({ db, log }: Pick<TranscriberDeps, 'db' | 'log'>, lease: Lease, error: unknown): Promise<void> {
  const hasSound = !(error instanceof NothingToHear)
  if (hasSound) log.warn({ err: error, videoId: lease.videoId }, 'automatic captions could not be made')
  await failTranscription(db, lease, hasSound ? sentenceFor(error) : 'This video has no file to listen to.')
}

/** The reason why a model cannot be used names files of the server, so only the log has it. */
function sentenceFor(error: unknown): string {
  if (error instanceof SpeechFailure) return error.message
  if (error instanceof UnusableModel) return 'The speech model of this site cannot be used. The log of the worker says why.'
  return 'Automatic captions could not be made. Try again later.'
}
