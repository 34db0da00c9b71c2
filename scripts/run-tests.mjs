// Runs tests that need no other server, on a machine that may have nothing yet. Ends with the line 'N passed, N failed'.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserFor, ensureCommands } from './debian-packages.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { requireNode } from './node-version.mjs'
import { runSteps } from './run-steps.mjs'

const needed = [
  { command: 'ffmpeg', package: 'ffmpeg', purpose: 'turns videos into renditions' },
  browserFor('drives the browser tests'),
  ...['curl', 'jq', 'openssl', 'python3'].map((command) => ({ command, package: command, purpose: 'runs the examples of the docs' })),
]

/** Exits the process. @param {string[]} options of vitest @param {NodeJS.ProcessEnv} [environment] */
export async function runTests(options, environment = {}) {
  requireNode()
  ensureCommands(needed)
  const memory = memoryFolder()
  const report = join(tmpdir(), `video-forge-tests-${process.pid}.json`)
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...options, ...process.argv.slice(2)]
  // CI makes vitest compare the generated files and never write them.
  const status = await runSteps([{ name: 'tests', tool: 'vitest', args, env: { CI: 'true', ...environment, ...memory.env } }])
  memory.remove()
  const { passed, failed } = count(report, status)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(status)
}

/** A run that never got to its tests has one failure: itself. @param {string} report @param {number} status */
function count(report, status) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    rmSync(report)
    return { passed: numPassedTests, failed: status === 0 ? numFailedTests : Math.max(numFailedTests, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
