import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@video-forge/contract/errors'
import type { JobRequest, Plan } from '@video-forge/contract/jobs'
import type { DescribedFile } from '@video-forge/contract/metadata'
import { localSample } from '@video-forge/contract/rules/jobs/job-rules'
import { sentences } from '@video-forge/contract/sentences'
import { type MediaPlan, makePlan } from '@video-forge/media/planning/make-plan'
import { assumeSource } from '@video-forge/media/probing/assume-source'
import { Refusal } from '@video-forge/media/probing/refusal'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
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

type Wanted = Pick<JobRequest, 'outputFormats'>

/** A person waits for the plan, so only what downloads quickly is fetched for it. */
const maxBytes = 96 * 1024 * 1024
const timeoutMs = 20_000

/** What a job would do with its source. `probe` queues the inspection only once the source is here: a slow server must not occupy that queue. */
export async function planSource(
  deps: PlanDeps,
  request: JobRequest,
  probe: (inspect: () => Promise<Plan>) => Promise<Plan>,
): Promise<Plan> {
  const folder = join(deps.scratch, temporaryFolderName('plan'))
  await mkdir(folder, { recursive: true })
  try {
    const path = await within(request, (signal) => fetchSource(deps, request.inputSource, folder, signal))
    return typeof path === 'string' ? await probe(() => planFile(deps, request, path)) : path
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same for a file on this machine. */
export const planFile = (deps: PlanDeps, request: JobRequest, path: string): Promise<Plan> =>
  within(request, async (signal) => planFacts(deps, request, await probeFile(deps.mediaTools, path, signal)))

/** The same for a source that was inspected before. */
export const planFacts = async ({ mediaTools, encodingSpeed }: PlanDeps, { outputFormats }: Wanted, facts: SourceFacts): Promise<Plan> =>
  describePlan(makePlan(facts, outputFormats, { ...mediaTools.machine, encodingSpeed: await encodingSpeed.now() }))

/** The same for a file that is not here: what its description leaves open is assumed to be as usual. */
export async function planDescribed(deps: PlanDeps, request: Wanted, file: DescribedFile | undefined): Promise<Plan> {
  if (!file) throw new Failure('INVALID_INPUT', sentences.sourceRequired)
  const { width, height, size, duration } = file
  const described = { ...file, resolution: `${width}x${height}`, bitrate: Math.round((size * 8) / duration) }
  const plan = await within(request, async () => planFacts(deps, request, assumeSource(described)))
  return {
    ...plan,
    notes: [...plan.notes, 'Planned from a description of the file. What is inside it may change what is copied and what is encoded.'],
  }
}

/** A source that takes too long or is too large to fetch is planned without being inspected. */
async function within<Result>(request: Wanted, work: (signal: AbortSignal) => Promise<Result>): Promise<Result | Plan> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await work(signal)
  } catch (error) {
    const final = finalFailure(error)
    if (signal.aborted || (final?.failure === 'too-large' && !(error instanceof Refusal))) return uninspectedPlan(request)
    if (final) throw new Failure('INVALID_SOURCE', final.message, { cause: error })
    throw error
  }
}

/** A plan as the API returns it. */
export function describePlan({ formats, notes, expectedSeconds, expectedBytes }: MediaPlan): Plan {
  const described = formats.map(({ width, height, ...format }) => ({
    ...format,
    resolution: width && height ? `${width}x${height}` : null,
  }))
  return { formats: described, notes: [...notes], expectedSeconds, expectedBytes }
}

async function fetchSource(deps: PlanDeps, source: string, folder: string, signal: AbortSignal): Promise<string> {
  const own = source === localSample ? deps.sample : deps.ownClip(source)
  if (own) return own()
  const path = join(folder, 'source')
  await fetchUrl(source, path, { signal, maxBytes, allowPrivate: deps.allowPrivateSources })
  return path
}

/** For a source that was not inspected. */
function uninspectedPlan({ outputFormats }: Wanted): Plan {
  const reason = 'The source is large, so it is inspected when the job runs.'
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
