import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { baseLanguage } from '@video-forge/contract/captions/base-language'
import { languageName } from '@video-forge/contract/captions/languages'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { SpeechFailure } from '@video-forge/media/run/speech/speech-failure'
import { type Transcript, transcribe } from '@video-forge/media/run/speech/transcribe'
import type { Db } from '../platform/database/database.ts'
import { temporaryFolderName } from '../platform/scratch/scratch-names.ts'
import { copyToFile } from '../platform/storage/copy-to-file.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { hasLanguage, loadSpeechModel } from './speech-model.ts'
import type { Lease } from './transcriptions.ts'

export interface SpeechDeps {
  db: Db
  storage: Storage
  mediaTools: MediaTools
  scratch: string
  /** For files made from the model. */
  cacheFolder: string
  /** The folder of the site's own model. */
  modelFolder: string | undefined
  /** The built speech program. */
  program: string
}

/** The video was deleted or is made anew. */
export class NothingToHear extends Error {}

/** What is said in a video, from its smallest rendition. `onProgress` gets percent. */
export async function transcribeVideo(
  { db, storage, mediaTools, scratch, cacheFolder, modelFolder, program }: SpeechDeps,
  { videoId, language }: Lease,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<Transcript> {
  const smallest = await db
    .selectFrom('assets')
    .innerJoin('videos', 'videos.id', 'assets.job_id')
    .select(['storage_key', 'duration'])
    .where('job_id', '=', videoId)
    .where('content_type', '=', 'video/mp4')
    .where('asset_type', '!=', 'ORIGINAL')
    .orderBy('file_size')
    .limit(1)
    .executeTakeFirst()
  if (!smallest) throw new NothingToHear()
  const { storage_key: key, duration } = smallest
  const model = await loadSpeechModel(modelFolder)
  // A model takes any language for its own.
  if (!hasLanguage(model.languages, language)) throw new SpeechFailure('bad-model', undefined, lacksLanguage(language))
  const folder = join(scratch, temporaryFolderName('speech'))
  const empty = join(folder, 'work')
  await mkdir(empty, { recursive: true })
  try {
    const copy = join(folder, 'video.mp4')
    const local = storage.localPath(key)
    if (!local && !(await copyToFile(storage, key, copy, { signal }))) throw new NothingToHear()
    const spoken = model.languages.includes(language) ? language : baseLanguage(language)
    const transcript = await transcribe(mediaTools, {
      ...{ input: local ?? copy, model, language: spoken, program, folder: empty, cacheFolder, signal },
      onProgress: (seconds) => onProgress(duration ? (seconds / duration) * 100 : 0),
    })
    return { ...transcript, language }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const lacksLanguage = (language: string): string => `The speech model of this site does not know ${languageName(language)}.`
