import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { recogniseModel, unknownModel } from '../../speech/models/recognise-model.ts'
import type { ModelFiles, SpeechModel } from '../../speech/models/speech-model.ts'

/** Why a folder has no usable model, as a sentence for the operator. */
export class UnusableModel extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'UnusableModel'
  }
}

/** Looks at a folder with a speech model, without loading it. Throws an UnusableModel. */
export async function readModelFolder(folder: string): Promise<SpeechModel> {
  const path = resolve(folder)
  const listing = await readdir(path).catch(() => {
    throw new UnusableModel(`The folder ${path} cannot be read.`)
  })
  const found = recogniseModel({ name: basename(path), files: listing })
  if (typeof found === 'string') throw new UnusableModel(found)
  const tokens = found.tokens === undefined ? undefined : join(path, found.tokens)
  const files = inFolder(found.files, path)
  await checkContent(files, tokens)
  return { ...found, files, tokens, bytes: await sizeOf(path, listing) }
}

/** The same files with their whole paths. */
function inFolder(files: ModelFiles, folder: string): ModelFiles {
  if (files.kind === 'whisper') return { ...files, encoder: join(folder, files.encoder), decoder: join(folder, files.decoder) }
  if (files.kind === 'sense-voice') return { ...files, model: join(folder, files.model) }
  const encoder = join(folder, files.encoder)
  if ('mergedDecoder' in files) return { ...files, encoder, mergedDecoder: join(folder, files.mergedDecoder) }
  const { preprocessor, uncachedDecoder, cachedDecoder } = files
  const decoders = { uncachedDecoder: join(folder, uncachedDecoder), cachedDecoder: join(folder, cachedDecoder) }
  return { ...files, preprocessor: join(folder, preprocessor), encoder, ...decoders }
}

/** Only what the library would abort on: it does not report a model that it cannot use, it ends the process. */
async function checkContent(files: ModelFiles, tokens: string | undefined): Promise<void> {
  const { kind, ...paths } = files
  for (const path of Object.values(paths)) {
    const { size } = await stat(path)
    // A file of Git LFS that was not fetched has some 130 bytes.
    if (size < 1024) throw new UnusableModel(`${basename(path)} is not a model: it has only ${size} bytes. Download it again.`)
  }
  if (kind === 'whisper' && !(await endOf(files.encoder)).includes('n_mels'))
    throw new UnusableModel('The Whisper model is not in the form that sherpa-onnx publishes: its encoder has no metadata.')
  if (kind === 'sense-voice' && tokens !== undefined && !(await readFile(tokens, 'latin1')).includes('<|zh|>'))
    throw new UnusableModel(unknownModel)
}

/** Metadata is at the end of an ONNX file. */
const metadataBytes = 256 * 1024

async function endOf(path: string): Promise<string> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, metadataBytes))
    await file.read(bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('latin1')
  } finally {
    await file?.close()
  }
}

/** Weights may be in files of their own beside the model. */
async function sizeOf(folder: string, names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
