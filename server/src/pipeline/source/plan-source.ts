import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@video-forge/contract/errors'
import type { JobRequest, Plan } from '@video-forge/contract/jobs'
import { localSample } from '@video-forge/contract/rules/job-rules'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import { Refusal } from '@video-forge/media/probing/refusal'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import { temporaryFolderName } from '../../platform/scratch/scratch-names.ts'
import { finalFailure } from '../explain-failure.ts'
import type { EncodingSpeed } from '../ledger.ts'
import { fetchUrl } from './fetch-url.ts'

interface PlanDeps {
  mediaTools: MediaTools
  encodingSpeed: Pick<EncodingSpeed, 'now'>
  sample: () => Promise<string>
  ownClip: (address: string) => (() => Promise<string>) | undefined
  scratch: string
  allowPrivateSources: boolean
}

/** To plan, a source must be at hand. Somebody waits for the answer, so only what comes quickly is fetched. */
const mostBytes = 96 * 1024 * 1024
const mostMs = 20_000

/**
 * What a job would do with its source, before anything starts. `takeTurn` is asked once the source is here: looking into a file has its own
 * bounds, and a slow server must not use them up.
 */
export async function planSource(
  parts: PlanDeps,
  request: JobRequest,
  takeTurn: (look: () => Promise<Plan>) => Promise<Plan>,
): Promise<Plan> {
  const folder = join(parts.scratch, temporaryFolderName('plan'))
  await mkdir(folder, { recursive: true })
  try {
    const path = await within(request, (signal) => fetched(parts, request.inputSource, folder, signal))
    return typeof path === 'string' ? await takeTurn(() => planFile(parts, request, path)) : path
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same for a file that is at hand. */
export const planFile = (parts: PlanDeps, request: JobRequest, path: string): Promise<Plan> =>
  within(request, async (signal) => {
    const facts = await probeFile(parts.mediaTools, path, signal)
    return describePlan(
      makePlan(facts, request.outputFormats, { ...parts.mediaTools.machine, encodingSpeed: await parts.encodingSpeed.now() }),
    )
  })

/** Does it in the time that somebody waits. What takes longer, or is too much to fetch, is planned without a look at it. */
async function within<Result>(request: JobRequest, work: (signal: AbortSignal) => Promise<Result>): Promise<Result | Plan> {
  const signal = AbortSignal.timeout(mostMs)
  try {
    return await work(signal)
  } catch (error) {
    const final = finalFailure(error)
    if (signal.aborted || (final?.failure === 'too-large' && !(error instanceof Refusal))) return unseen(request)
    if (final) throw new Failure('INVALID_SOURCE', final.message, { cause: error })
    throw error
  }
}

/** A plan as people read it. */
export function describePlan({ formats, notes, expectedSeconds, expectedBytes }: MediaPlan): Plan {
  const described = formats.map(({ width, height, ...format }) => ({
    ...format,
    resolution: width && height ? `${width}x${height}` : null,
  }))
  return { formats: described, notes: [...notes], expectedSeconds, expectedBytes }
}

async function fetched(parts: PlanDeps, source: string, folder: string, signal: AbortSignal): Promise<string> {
  const own = source === localSample ? parts.sample : parts.ownClip(source)
  if (own) return own()
  const path = join(folder, 'source')
  await fetchUrl(source, path, { signal, maxBytes: mostBytes, allowPrivate: parts.allowPrivateSources })
  return path
}

/** For a source too large to be fetched for a look. */
function unseen({ outputFormats }: JobRequest): Plan {
  const reason = 'The source is large, so it is looked at when the job runs.'
  const formats = outputFormats.map((format) => ({
    format,
    action: 'encode' as const,
    reason,
    resolution: null,
    expectedSeconds: 0,
    expectedBytes: 0,
  }))
  return { formats, notes: [reason], expectedSeconds: 0, expectedBytes: 0 }
}
