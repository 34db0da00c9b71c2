import { Failure } from '@video-forge/contract/errors'
import type { Metadata } from '@video-forge/contract/metadata'
import { sentences } from '@video-forge/contract/sentences'
import { Unreadable } from '@video-forge/media/mp4/unreadable'
import { browserTypeOf, describeSource } from '@video-forge/media/probing/describe-source'
import { Refusal } from '@video-forge/media/probing/refusal'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { privateDataOfFile } from '@video-forge/media/run/inspect/private-data-of-file'
import { probeFile } from '@video-forge/media/run/inspect/probe-file'
import type { Privacy } from '../platform/database/tables/video-tables.ts'
import type { LocalSource } from '../platform/storage/file-copies.ts'

export interface Inspected {
  metadata: Metadata
  /** The type under which browsers play the file as it is; null if they cannot. */
  mimeType: string | null
  /** Whether the file has private data. Not checked for files that browsers cannot play. */
  privacy?: Privacy | undefined
  /** What the probe found; undefined when an earlier one is reused. */
  facts?: SourceFacts
}

const timeoutSeconds = 25

const containers = new Set(['mp4', 'mov', 'avi', 'matroska', 'webm'])

/** Describes a file by its content, and rejects what is not a supported video. */
export function createInspector(mediaTools: MediaTools): (source: LocalSource) => Promise<Inspected> {
  return async (source) => {
    const limit = limitAfterArrival(source)
    try {
      const facts = await probeFile(mediaTools, source, limit.signal)
      if (!containers.has(facts.container)) throw new Failure('WRONG_TYPE', sentences.uploadWrongType)
      const metadata = describeSource(facts)
      const mimeType = browserTypeOf(facts)
      return mimeType === null
        ? { metadata, facts, mimeType }
        : { metadata, facts, mimeType, privacy: await privacyOf(source.now(), limit.signal) }
    } catch (error) {
      // What could be read of a file whose rest is lost says nothing about it.
      throw refusalOf(source.lost.aborted ? source.lost.reason : error)
    } finally {
      limit.clear()
    }
  }
}

/** The time counts from when all of the file is here: how long it takes to arrive is limited by whoever copies it. */
function limitAfterArrival({ whole }: LocalSource): { signal: AbortSignal; clear(): void } {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const start = (): void => {
    if (!isOver) timer = setTimeout(() => over.abort(new DOMException('The time is over.', 'TimeoutError')), timeoutSeconds * 1000)
  }
  whole().then(start, (error) => over.abort(error))
  return {
    signal: over.signal,
    clear() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

async function privacyOf(input: string, signal: AbortSignal): Promise<Privacy> {
  try {
    return (await privateDataOfFile(input, signal)).length === 0 ? 'nothing' : 'something'
  } catch (error) {
    if (error instanceof Unreadable) return 'unknown'
    throw error
  }
}

export const checkTookTooLong = (cause: Error): Failure =>
  new Failure('UNAVAILABLE', 'Checking the file took too long. Please try again.', { retryAfter: 10, cause })

function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) {
    const isOther = error.refusal === 'not-a-video' || error.refusal === 'unsupported-format'
    return new Failure(isOther ? 'WRONG_TYPE' : 'INVALID_SOURCE', isOther ? sentences.uploadWrongType : error.message, { cause: error })
  }
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) {
    return checkTookTooLong(error)
  }
  return error
}
