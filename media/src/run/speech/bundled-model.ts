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

/** Why speech cannot be recognised on this system, as a sentence; undefined if its library is installed. */
export function speechLibraryProblem(): string | undefined {
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const isInstalled = foldersOf(`sherpa-onnx-${system}`).some((path) => existsSync(path))
  return isInstalled ? undefined : `Speech recognition has no build for this system (${system}), or it is not installed.`
}

/** Only files of these packages are used. Their code is for browsers, and they cannot be resolved like a module. */
function packageFolder(name: string): string {
  const found = foldersOf(name).find((path) => existsSync(path))
  if (!found) throw new UnusableModel(`Automatic captions need the package ${name}, which is not installed.`)
  return found
}

/** Where a package may be. */
const foldersOf = (name: string): string[] => (createRequire(import.meta.url).resolve.paths(name) ?? []).map((folder) => join(folder, name))
