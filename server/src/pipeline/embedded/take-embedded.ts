import { mkdir } from 'node:fs/promises'
import { captionRules } from '@video-forge/contract/captions/caption-rules'
import type { EmbeddedSubtitles } from '@video-forge/media/probing/embedded/embedded-texts'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { extractSubtitles } from '@video-forge/media/run/subtitles/extract-subtitles'
import type { Logger } from 'pino'
import type { LocalSource } from '../../platform/storage/file-copies.ts'
import { untilAborted } from '../../platform/until-aborted.ts'
import type { Claim, Ledger } from '../ledger.ts'
import { embeddedCaption, embeddedChapters } from './embedded-captions.ts'

interface EmbeddedDeps {
  ledger: Ledger
  mediaTools: MediaTools
  log: Logger
}

interface EmbeddedSource {
  claim: Claim
  facts: SourceFacts
  source: LocalSource
  /** Made and deleted with the folder of the job. */
  folder: string
  signal: AbortSignal
}

/**
 * Takes over the captions and chapters of a source, once. Never rejects: a video is as good without them. It runs beside the encoding, so
 * nobody waits for it; ffmpeg starts only if there is a track to read.
 */
export async function takeEmbedded(deps: EmbeddedDeps, source: EmbeddedSource): Promise<void> {
  const { ledger, log } = deps
  const { claim, facts, signal } = source
  if (!facts.embedded) return
  try {
    if (!(await ledger.lacksEmbedded(claim))) return
    const tracks = facts.embedded.subtitles.slice(0, captionRules.maxPerVideo)
    const captions = tracks.length > 0 ? await readTracks(deps, source, tracks) : []
    await ledger.keepEmbedded(claim, { captions, chapters: embeddedChapters(facts.embedded.chapters, facts.duration) })
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error, jobId: claim.id }, 'captions of the source could not be taken over')
  }
}

async function readTracks(
  { mediaTools, ledger }: EmbeddedDeps,
  { claim, facts, source, folder, signal }: EmbeddedSource,
  tracks: readonly EmbeddedSubtitles[],
) {
  await mkdir(folder, { recursive: true })
  const path = await untilAborted(source.whole(), signal)
  const texts = await extractSubtitles(mediaTools, path, tracks, { folder, signal, maxBytes: captionRules.maxBytes })
  const shift = facts.start - facts.origin
  const captions = []
  for (const track of tracks) {
    const text = texts.get(track.index)
    const caption = text && embeddedCaption(track, text, shift)
    if (caption) captions.push(caption)
    else await ledger.note(claim, `Subtitle track ${track.index} (${track.codec}) has no text that could be read.`)
  }
  return captions
}
