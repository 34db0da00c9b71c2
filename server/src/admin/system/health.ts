import type { ProcessingStatus } from '@video-forge/contract/admin/admin-system'
import { type HealthPart, healthParts } from '@video-forge/contract/rules/admin-rules'
import type { FfmpegFacts } from '@video-forge/media/run/ffmpeg/inspect-ffmpeg'

type Health = ProcessingStatus['systemHealth']
type Reading = Health[HealthPart]

const checkMs = 3000
/** How long a result is reused; mail servers and programs are checked less often. */
const maxAgeMs: Record<HealthPart, number> = { database: 5000, cache: 5000, storage: 5000, queue: 5000, mail: 60_000, ffmpeg: 60_000 }
/** A failure is checked again soon: on a busy machine it may be only a late answer. */
const failureMaxAgeMs = 5000

/** Older releases of ffmpeg no longer get the security fixes that decoding of untrusted files needs. */
const maxAgeYears = 2

/** The encoders of renditions, audio and pictures. */
const usedEncoders = ['libx264', 'aac', 'gif', 'mjpeg']

interface HealthDeps {
  checks: Record<Exclude<HealthPart, 'ffmpeg'>, () => Promise<void>>
  inspectFfmpeg: () => Promise<FfmpegFacts>
}

/** Checks each part of the system, and reuses recent results. */
export function createHealth({ checks, inspectFfmpeg }: HealthDeps) {
  const readings = new Map<HealthPart, Reading>()
  const pending = new Map<HealthPart, Promise<void>>()
  let ffmpeg: FfmpegFacts | undefined

  const all: Record<HealthPart, () => Promise<void>> = {
    ...checks,
    ffmpeg: async () => {
      ffmpeg = await inspectFfmpeg()
      const missing = usedEncoders.filter((name) => !ffmpeg?.encoders.has(name))
      if (missing.length > 0) throw new Error(`ffmpeg has no encoder for ${missing.join(', ')}.`)
    },
  }

  const check = async (part: HealthPart) => {
    const begin = performance.now()
    const problem = await problemOf(all[part])
    const milliseconds = Math.round((performance.now() - begin) * 10) / 10
    const status = problem === null ? 'connected' : 'failing'
    readings.set(part, { status, checkedAt: new Date().toISOString(), milliseconds, message: problem })
  }

  const isFresh = (part: HealthPart) => {
    const reading = readings.get(part)
    if (reading === undefined) return false
    const maxAge = reading.status === 'connected' ? maxAgeMs[part] : Math.min(maxAgeMs[part], failureMaxAgeMs)
    return Date.now() - Date.parse(reading.checkedAt) < maxAge
  }

  /** A slow part shows its last result while it is checked again, so that only the first request waits for it. */
  const refresh = async (part: HealthPart) => {
    if (isFresh(part)) return
    const known = readings.has(part)
    const current = pending.get(part) ?? check(part).finally(() => pending.delete(part))
    pending.set(part, current)
    if (!known || maxAgeMs[part] <= 5000) await current
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
  if (!facts) return { version: 'unknown', isOld: false, verdict: 'ffmpeg does not run.', encoders }
  const { version, year } = facts
  if (year === undefined) return { version, isOld: false, verdict: 'The age of this version is unknown.', encoders }
  const isOld = now.getFullYear() - year > maxAgeYears
  const verdict = isOld ? `Released in ${year}. Please update it: old decoders have known security holes.` : `Released in ${year}.`
  return { version, isOld, verdict, encoders }
}

async function problemOf(check: () => Promise<void>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${checkMs / 1000} s.`)), checkMs)
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
