// `npm run bench -- NAME`: runs one measurement of bench/ against the built product and prints its table.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bench = join(root, 'bench')
const [name = '', ...args] = process.argv.slice(2)

if (!existsSync(join(bench, `${name}.ts`))) {
  const names = readdirSync(bench).flatMap((file) => (file.endsWith('.ts') ? [file.replace('.ts', '')] : []))
  console.error(`Usage: npm run bench -- NAME, where NAME is one of: ${names.join(', ')}`)
  process.exit(1)
}

const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

const { runnerImport } = await import('vite')
const { module } = await runnerImport(join(bench, `${name}.ts`), { root, configFile: false, logLevel: 'warn' })
await module['run'](args)
process.exit(process.exitCode ?? 0)
