import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { subtitleArguments, subtitleFile } from '../../arguments/subtitle-arguments.ts'
import type { EmbeddedSubtitles } from '../../probing/embedded/embedded-texts.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { ProgramFailure, runProgram } from '../ffmpeg/run-program.ts'
import { maxProbeBytes } from '../inspect/probe-file.ts'

const maxSeconds = 900

interface Extraction {
  /** Where the files are written; the caller deletes it. */
  folder: string
  signal: AbortSignal
  /** The largest text of a track. */
  maxBytes: number
}

/** The texts of these tracks, by their index; one that could not be read, or is too large, is missing. */
export async function extractSubtitles(
  mediaTools: MediaTools,
  path: string,
  tracks: readonly EmbeddedSubtitles[],
  { folder, signal, maxBytes }: Extraction,
): Promise<ReadonlyMap<number, Uint8Array>> {
  try {
    await runProgram({
      program: mediaTools.ffmpeg,
      arguments: subtitleArguments(inputName(path), tracks),
      folder,
      sandbox: mediaTools.sandbox,
      limits: { seconds: maxSeconds, silentSeconds: maxSeconds, memoryBytes: maxProbeBytes, fileBytes: maxBytes * 2 },
      signal,
    })
  } catch (error) {
    // A damaged track ends the run, but what was written before can be read.
    if (!(error instanceof ProgramFailure)) throw error
  }
  const texts = new Map<number, Uint8Array>()
  for (const track of tracks) {
    const file = join(folder, subtitleFile(track))
    const size = (await stat(file).catch(() => undefined))?.size ?? 0
    if (size > 0 && size <= maxBytes) texts.set(track.index, await readFile(file))
  }
  return texts
}
