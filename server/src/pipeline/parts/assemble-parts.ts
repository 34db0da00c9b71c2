import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Format } from '@video-forge/media/planning/formats'
import type { MediaPlan } from '@video-forge/media/planning/make-plan'
import { rungsOf } from '@video-forge/media/planning/part-plan'
import { joinParts } from '@video-forge/media/run/checkpoints/join-parts'
import { CannotSplit } from '@video-forge/media/run/encode/encode-segment'
import type { EncodedVideo } from '@video-forge/media/run/encode/encode-video'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { copyToFile } from '../../platform/storage/copy-to-file.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Part } from './part-ledger.ts'

/** A file of a finished part is not in storage any more. */
export class LostFile extends Error {
  readonly part: number
  /** How many checkpoints before it are there. */
  readonly checkpoints: number
  constructor(part: number, checkpoints: number) {
    super('A file of a finished part is lost.')
    this.name = 'LostFile'
    this.part = part
    this.checkpoints = checkpoints
  }
}

interface Whole {
  plan: MediaPlan
  /** For the output; emptied first. */
  folder: string
  signal: AbortSignal
}

/** Fetches the files of all finished parts and joins them. */
export async function assembleParts(
  { storage, mediaTools }: { storage: Storage; mediaTools: MediaTools },
  { plan, folder, signal }: Whole,
  parts: readonly Part[],
  wallSeconds: number,
): Promise<EncodedVideo> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const { number, outcome } of parts) {
    for (const { name, key } of outcome?.files ?? []) {
      if (!(await fetchTo(storage, key, join(folder, name), signal))) throw new LostFile(number, 0)
    }
  }
  const outcomes = parts.flatMap(({ outcome }) => outcome ?? [])
  const ssim = rungsOf(plan, {}).map(({ format }) => meanSsim(plan, parts, format))
  const made = {
    checkpoints: (format: Format) => checkpointsOf(storage, parts, format, folder, signal),
    ssim,
    decodeErrors: outcomes.reduce((sum, { decodeErrors }) => sum + decodeErrors, 0),
    cpuSeconds: outcomes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
    wallSeconds,
  }
  return joinParts(mediaTools, plan, folder, made, signal)
}

/** The mean over all frames of a format that were measured; null if none were. */
function meanSsim(plan: MediaPlan, parts: readonly Part[], format: Format): number | null {
  let frames = 0
  let sum = 0
  for (const { segment, outcome } of parts) {
    if (!segment || !outcome) continue
    const measured = outcome.ssim[rungsOf(plan, segment).findIndex((rung) => rung.format === format)]
    if (typeof measured !== 'number') continue
    frames += outcome.frames
    sum += measured * outcome.frames
  }
  return frames > 0 ? sum / frames : null
}

async function* checkpointsOf(
  storage: Storage,
  parts: readonly Part[],
  format: Format,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const copy = join(folder, `checkpoint-${format}.mp4`)
  for (const { number, segment, checkpoints } of parts) {
    if (!(segment?.formats?.includes(format) ?? true)) continue
    for (const [at, { keys }] of checkpoints.entries()) {
      const key = keys.find((one) => one.format === format)?.key
      if (!key) throw new CannotSplit('A checkpoint lacks a format.')
      const local = storage.localPath(key)
      if (!(await (local ? isFile(local) : fetchTo(storage, key, copy, signal)))) throw new LostFile(number, at)
      yield local ?? copy
    }
  }
  await rm(copy, { force: true })
}

/** A stored file as a file in a folder; false when it is not there. */
async function fetchTo(storage: Storage, key: string, path: string, signal: AbortSignal): Promise<boolean> {
  const local = storage.localPath(key)
  if (local) {
    if (!(await isFile(local))) return false
    await link(local, path).catch(() => copyFile(local, path))
    return true
  }
  return copyToFile(storage, key, path, { signal })
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile(),
    () => false,
  )
