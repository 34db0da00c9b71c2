// Runs commands, one after the other or several at once, says what each took, and stops at the first that fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @typedef {{ name: string, tool: string, args: string[], env?: NodeJS.ProcessEnv }} Step */

/**
 * The output of steps that run beside others is shown when each has ended, so that it is not mixed.
 * @param {readonly Step[]} steps
 */
export async function runSteps(steps, { atOnce = 1 } = {}) {
  const left = [...steps]
  let failed = 0
  const work = async () => {
    for (let step = left.shift(); step && failed === 0; step = left.shift()) {
      const begin = Date.now()
      const status = await run(step, atOnce === 1)
      console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`)
      if (status !== 0) failed = status
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failed
}

/** @param {Step} step @param {boolean} isAlone */
async function run({ tool, args, env = {} }, isAlone) {
  const child = spawn(join(root, 'node_modules', '.bin', tool), args, {
    cwd: root,
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let said = ''
  const hear = (/** @type {Buffer} */ text) => {
    said += text
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const [status] = await once(child, 'close').catch((error) => {
    said += error.message
    return [1]
  })
  if (said.trim()) console.log(said.trimEnd())
  return typeof status === 'number' ? status : 1
}
