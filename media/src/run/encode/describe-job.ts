import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { describeSource, playsInBrowsers } from '../../probing/describe-source.ts'
import type { Rendition } from '../inspect/inspect-rendition.ts'

/** The content of the metadata file. */
export function describeJob(
  plan: MediaPlan,
  renditions: readonly Rendition[],
  notes: readonly string[],
  measured: { cpuSeconds: number; wallSeconds: number },
): unknown {
  return {
    source: {
      ...describeSource(plan.facts),
      playsInBrowsers: playsInBrowsers(plan.facts),
      frames: plan.facts.video.frames,
      constantFrameRate: plan.facts.video.frameSpacing === 'constant',
    },
    plan: { formats: plan.formats, expectedSeconds: plan.expectedSeconds, expectedBytes: plan.expectedBytes },
    notes,
    measured: {
      ...measured,
      speed: measured.wallSeconds > 0 ? plan.facts.duration / measured.wallSeconds : null,
      renditions: renditions.map(({ path: _, index, ...rest }) => ({ ...rest, codecs: index.codecs })),
    },
  }
}

/** Returns the path of the written file. */
export async function writeMetadata(folder: string, description: unknown): Promise<string> {
  const path = join(folder, 'metadata.json')
  await writeFile(path, JSON.stringify(description, null, 2))
  return path
}
