// `npm test`: every test that needs no other server, on a machine that may have nothing yet. Ends with the line 'N passed, N failed'.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserFor, ensureCommands } from './debian-packages.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { requireNode } from './node-version.mjs'
import { runSteps } from './run-steps.mjs'

requireNode()
const forExamples = ['curl', 'jq', 'openssl', 'python3'].map((command) => ({
  command,
  package: command,
  purpose: 'runs the examples of the docs',
}))
ensureCommands([
  { command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' },
  browserFor('drives the browser tests'),
  ...forExamples,
])

const memory = memoryFolder()
const report = join(tmpdir(), `video-forge-tests-${process.pid}.json`)
const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)]
// CI makes vitest compare the generated files and never write them.
const tests = { name: 'tests', tool: 'vitest', args, env: { CI: 'true', ...memory.env } }
const status = await runSteps([tests])
memory.remove()

const { passed, failed } = count()
console.log(`${passed} passed, ${failed} failed`)
process.exit(status)

/** A run that never got to its tests has one failure: itself. */
function count() {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(numFailedTests, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
