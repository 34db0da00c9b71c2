import { hostname } from 'node:os'
import { canReadAddresses } from '@video-forge/media/run/ffmpeg/inspect-ffmpeg'
import type { Logger } from 'pino'
import type { Closing } from './closing.ts'
import type { Config } from './config.ts'
import { clipPath } from './http/files/stock-clips.ts'
import { isOwnOrigin } from './http/own-origin.ts'
import type { Platform } from './open-platform.ts'
import { createOriginals } from './originals/share-originals.ts'
import { createEncodingSpeed } from './pipeline/encoding-speed.ts'
import { createLocalSample } from './pipeline/source/local-sample.ts'
import { createLocalCopies } from './platform/storage/file-copies.ts'
import { createBuiltInClips } from './stock/built-in-clips.ts'
import { createClipCache } from './stock/clip-cache.ts'

/** A worker that has encoded one part of a video is likely to get another. */
const idleCopyMs = 60_000

export type MediaServices = ReturnType<typeof createMediaServices>

/** What both the features and the worker need to read sources and to share originals. */
export function createMediaServices(
  { database: { db }, files, folders, mediaTools }: Platform,
  config: Config,
  log: Logger,
  closing: Closing,
) {
  // What was looked at here is used again only by a worker.
  const copies = createLocalCopies(files.storage, {
    scratch: folders.scratch,
    idleMs: config.role === 'api' ? 0 : idleCopyMs,
    readsAddresses: () => canReadAddresses(mediaTools.ffmpeg),
  })
  closing.add('connections', copies.close)
  const clips = createClipCache({ mediaTools, folder: folders.stockClips, log })
  closing.add('work', clips.close)
  const onShared: (() => void)[] = []
  const originals = createOriginals({
    db,
    storage: files.storage,
    log,
    onVideoChange() {
      for (const react of onShared) react()
    },
  })
  closing.add('work', originals.stop)
  return {
    ...createBuiltInClips({ clips, clipPath, isOwnOrigin: isOwnOrigin(config.publicUrl) }),
    sample: createLocalSample(mediaTools.ffmpeg, folders.samples),
    encodingSpeed: createEncodingSpeed(db, hostname()),
    originals,
    copies,
    /** Called when others may see more of a video than before. */
    onOriginalShared: (react: () => void) => void onShared.push(react),
  }
}
