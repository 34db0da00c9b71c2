import type { ProcessingStatus } from '@video-forge/contract/admin/admin-system'
import { type HealthPart, healthParts } from '@video-forge/contract/rules/admin-rules'
import type { FfmpegFacts } from '@video-forge/media/run/ffmpeg/inspect-ffmpeg'

type Health = ProcessingStatus['systemHealth']
type Reading = Health[HealthPart]

const checkMs = 3000
/** How long a reading holds: the near parts are asked often, a mail server or a program seldom. */
const holdsMs: Record<HealthPart, number> = { database: 5000, cache: 5000, storage: 5000, queue: 5000, mail: 60_000, ffmpeg: 60_000 }
/** A failure holds no longer than this: on a busy machine it may be just a late answer. */
const failureHoldsMs = 5000

/** Source this many years old no longer gets the fixes that a decoder of strangers' files needs. */
const oldAfterYears = 2

/** The encoders our renditions, sound and pictures are made with. */
const usedEncoders = ['libx264', 'aac', 'gif', 'mjpeg']

interface HealthDeps {
  checks: Record<Exclude<HealthPart, 'ffmpeg'>, () => Promise<void>>
  inspectFfmpeg: () => Promise<FfmpegFacts>
}

/** Asks each part how it is, no oftener than makes sense, and says how old each answer is. */
export function createHealth({ checks, inspectFfmpeg }: HealthDeps) {
  const readings = new Map<HealthPart, Reading>()
  const asking = new Map<HealthPart, Promise<void>>()
  let ffmpeg: FfmpegFacts | undefined

  const all: Record<HealthPart, () => Promise<void>> = {
    ...checks,
    ffmpeg: async () => {
      ffmpeg = await inspectFfmpeg()
      const missing = usedEncoders.filter((name) => !ffmpeg?.encoders.has(name))
      if (missing.length > 0) throw new Error(`It can't encode ${missing.join(', ')}.`)
    },
  }

  const ask = async (part: HealthPart) => {
    const begin = performance.now()
    const problem = await problemOf(all[part])
    const milliseconds = Math.round((performance.now() - begin) * 10) / 10
    const status = problem === null ? 'connected' : 'failing'
    readings.set(part, { status, checkedAt: new Date().toISOString(), milliseconds, message: problem })
  }

  const isFresh = (part: HealthPart) => {
    const reading = readings.get(part)
    if (reading === undefined) return false
    const holds = reading.status === 'connected' ? holdsMs[part] : Math.min(holdsMs[part], failureHoldsMs)
    return Date.now() - Date.parse(reading.checkedAt) < holds
  }

  /** A part with an older reading answers with that while it is asked anew; somebody who looks never waits for a slow mail server twice. */
  const refresh = async (part: HealthPart) => {
    if (isFresh(part)) return
    const known = readings.has(part)
    const current = asking.get(part) ?? ask(part).finally(() => asking.delete(part))
    asking.set(part, current)
    if (!known || holdsMs[part] <= 5000) await current
  }

  return {
    async read(): Promise<{ systemHealth: Health; ffmpeg: ProcessingStatus['ffmpeg'] }> {
      await Promise.all(healthParts.map(refresh))
      const entries = healthParts.map((part) => [part, readings.get(part)])
      return { systemHealth: Object.fromEntries(entries) as Health, ffmpeg: describeFfmpeg(ffmpeg, new Date()) }
    },
  }
}

export function describeFfmpeg(facts: FfmpegFacts | undefined, now: Date): ProcessingStatus['ffmpeg'] {
  const encoders = usedEncoders.map((name) => ({ name, available: facts?.encoders.has(name) ?? false }))
  if (!facts) return { version: 'unknown', isOld: false, verdict: 'It does not run.', encoders }
  const { version, year } = facts
  if (year === undefined) return { version, isOld: false, verdict: 'It does not say how old it is.', encoders }
  const isOld = now.getFullYear() - year > oldAfterYears
  const verdict = isOld ? `Its source is of ${year}. Update it: old decoders have known holes.` : `Its source is of ${year}.`
  return { version, isOld, verdict, encoders }
}

async function problemOf(check: () => Promise<void>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not answer within ${checkMs / 1000} s.`)), checkMs)
  })
  try {
    await Promise.race([check(), late])
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    clearTimeout(timer)
  }
}
