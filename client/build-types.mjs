// `npm pack` and `npm publish` run this: the types of the package, made from the comments of its source. With --clean they are removed again,
// so that this repository always uses the source itself.
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const dist = join(folder, 'dist')
rmSync(dist, { recursive: true, force: true })
if (!process.argv.includes('--clean')) {
  const compiler = join(folder, '..', 'node_modules', 'typescript-native', 'bin', 'tsc')
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  for (const name of ['types.d.ts', 'calls.d.ts']) copyFileSync(join(folder, 'src', name), join(dist, name))
}
