import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SpeechModel } from '../../speech/models/speech-model.ts'
import { readModelFolder, UnusableModel } from './model-folder.ts'

const modelPackage = '@moonshine-ai/moonshine-js'
const detectorPackage = '@ricky0123/vad-web'

/** The English model that comes with the product. Throws an UnusableModel when its package is not installed. */
export const bundledModel = async (): Promise<SpeechModel> => ({
  ...(await readModelFolder(join(packageFolder(modelPackage), 'dist', 'model', 'tiny', 'quantized'))),
  name: 'Moonshine tiny',
  languages: ['en'],
})

/** The model that finds speech, for all languages. */
export const bundledDetector = (): string => join(packageFolder(detectorPackage), 'dist', 'silero_vad_v6.onnx')

/** Only files of these packages are used. Their code is for browsers, and they cannot be resolved like a module. */
function packageFolder(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (!found) throw new UnusableModel(`Automatic captions need the package ${name}, which is not installed.`)
  return found
}
