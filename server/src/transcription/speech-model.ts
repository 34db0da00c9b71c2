import { baseLanguage } from '@video-forge/contract/captions/base-language'
import { bundledModel, speechLibraryProblem } from '@video-forge/media/run/speech/bundled-model'
import { readModelFolder, UnusableModel } from '@video-forge/media/run/speech/model-folder'
import type { SpeechModel } from '@video-forge/media/speech/models/speech-model'
import type { StoredSpeech } from '../platform/database/tables/site-tables.ts'
import type { Task } from '../platform/schedule/scheduler.ts'

/** The model of the site's own folder, or the one that comes with the product. Throws an UnusableModel. */
export const loadSpeechModel = (folder: string | undefined): Promise<SpeechModel> =>
  folder === undefined ? bundledModel() : readModelFolder(folder)

export const hasLanguage = (languages: readonly string[], code: string): boolean =>
  languages.includes(code) || languages.includes(baseLanguage(code))

/** What the model of this worker can recognise, as of the last look: what is urgent must not wait for a slow folder. */
export function watchSpeechModel(folder: string | undefined) {
  let known: StoredSpeech | null = null
  const refresh = async (): Promise<void> => {
    known = await describeModel(folder)
  }
  const task: Task = {
    name: 'look at the speech model',
    everyMs: 60_000,
    run: async () => {
      await refresh()
      return false
    },
  }
  return { refresh, task, known: () => known }
}

async function describeModel(modelFolder: string | undefined): Promise<StoredSpeech> {
  const folder = modelFolder ?? null
  try {
    const { name, languages } = await loadSpeechModel(modelFolder)
    const problem = speechLibraryProblem() ?? null
    return { name, languages: problem === null ? [...languages] : [], folder, problem }
  } catch (error) {
    const problem = error instanceof UnusableModel ? error.message : 'The speech model could not be read.'
    return { name: null, languages: [], folder, problem }
  }
}
