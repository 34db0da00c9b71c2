import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fasterDecoder } from '../../speech/models/faster-decoder.ts'
import type { ModelFiles, SpeechModel } from '../../speech/models/speech-model.ts'
import { tokenLines } from '../../speech/models/token-lines.ts'
import { madeOnce } from './made-once.ts'

/** Raised when the content of the files changes, because those of an earlier version stay in the folder. */
const version = 1

/** The files to load: the published ones, the vocabulary that Moonshine lacks, and a decoder that needs less CPU time. */
export async function prepareModel({ files, tokens }: SpeechModel, cacheFolder: string): Promise<{ files: ModelFiles; tokens: string }> {
  return {
    files: await withFasterDecoder(files, cacheFolder),
    tokens: tokens ?? (await madeOnce(cacheFolder, `moonshine-tokens-${version}.txt`, vocabulary)),
  }
}

async function vocabulary(): Promise<string> {
  const { default: tokenizer } = await import('llama-tokenizer-js')
  return tokenLines(tokenizer.vocabById)
}

class NoFasterDecoder extends Error {}

async function withFasterDecoder(files: ModelFiles, cacheFolder: string): Promise<ModelFiles> {
  if (!('mergedDecoder' in files)) return files
  const { size, mtimeMs } = await stat(files.mergedDecoder)
  const key = createHash('sha256')
    .update(JSON.stringify([version, files.mergedDecoder, size, mtimeMs]))
    .digest('hex')
    .slice(0, 16)
  try {
    const mergedDecoder = await madeOnce(cacheFolder, `decoder-${key}.onnx`, async () => {
      const faster = fasterDecoder(await readFile(files.mergedDecoder))
      if (!faster) throw new NoFasterDecoder()
      return faster
    })
    return { ...files, mergedDecoder }
  } catch (error) {
    if (error instanceof NoFasterDecoder) return files
    throw error
  }
}
