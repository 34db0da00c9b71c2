import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './product-process.ts'

/** Builds the product, unless what is there was built from exactly these sources. Nothing else runs meanwhile, so two never build at once. */
export function setup(): void {
  const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the build failed: ${built.stderr}`)
}
