// Runs commands one after the other, says what each took, and stops at the first that fails.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export function runTool(name, args, env = {}) {
  return (
    spawnSync(join(root, 'node_modules', '.bin', name), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1
  )
}

/** @param {{ name: string, run: () => number }[]} steps */
export function runSteps(steps) {
  for (const { name, run } of steps) {
    const begin = Date.now()
    const status = run()
    const seconds = ((Date.now() - begin) / 1000).toFixed(1)
    console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
    if (status !== 0) return status
  }
  return 0
}
