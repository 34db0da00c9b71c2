import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'

const source = fileURLToPath(new URL('../run/speech/speech-program.ts', import.meta.url))
/** Inside node_modules, so that the program finds the packages it imports. */
const cache = join(dirname(source), '..', '..', '..', '..', 'node_modules', '.cache')

/** The speech program as one file of JavaScript, for the tests of one suite. */
export function builtSpeechProgram(): () => string {
  let folder = ''
  beforeAll(async () => {
    await mkdir(cache, { recursive: true })
    folder = await mkdtemp(join(cache, 'video-forge-speech-'))
    await build({
      configFile: false,
      root: dirname(source),
      logLevel: 'error',
      build: { ssr: source, outDir: folder, target: 'node20', rolldownOptions: { output: { entryFileNames: 'speech.mjs' } } },
    })
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })
  return () => join(folder, 'speech.mjs')
}
