import type { Plugin } from 'vite'

/** A module of the build: what it imports at once, and what it loads on demand. */
interface PlannedModule {
  imports: readonly string[]
  onDemand: readonly string[]
}

export type ModuleGraph = ReadonlyMap<string, PlannedModule>

/** The frame of every page that a visitor sees. */
const frame = /\/src\/app\/signed-out\.tsx$/
const landing = /\/src\/features\/accounts\/landing\/landing-page\.tsx$/
const watch = /\/src\/features\/watch\/watch-page\.tsx$/
/** Loaded by the video page or beside it. */
const besideWatch = /\/src\/features\/watch\//
/** What pages and dialogs of playlists share. The video page names the chunks of each dialog, so one is better than many. */
const playlists = /\/src\/(?:playlists-view|rules)\/(?:playlist-(?:rules|queries|paths|grid)|shuffled-order|visibility-names)\./
const listPages = /\/src\/features\/gallery\//
/** One file exports all icons. */
const allIcons = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

/**
 * Puts the modules that several parts of the application share into a few chunks. Left alone, every combination of parts gets a chunk of its
 * own: dozens of small files, each of which costs a request and compresses badly.
 */
export function planChunks(entry: string, graph: ModuleGraph): Map<string, string> {
  const plan = new Map<string, string>()
  const start = closureOf(entry, graph)
  // The entry stays alone: nothing imports it.
  for (const id of start) if (id !== entry) plan.set(id, id.includes('/node_modules/') ? 'libraries' : 'start')
  const parts = [...new Set([...graph.values()].flatMap(({ onDemand }) => onDemand))].map((id) => ({ id, modules: closureOf(id, graph) }))
  for (const id of graph.keys()) {
    if (start.has(id)) continue
    const users = parts.filter(({ modules }) => modules.has(id)).map((part) => part.id)
    const name = id.includes('/node_modules/@tanstack/') ? 'query' : users.length > 1 ? sharedChunk(id, users) : undefined
    if (name) plan.set(id, name)
  }
  return plan
}

/** The landing page has the lowest limit: it loads nothing that only other pages need, and they load nothing of what it alone needs. */
function sharedChunk(id: string, users: readonly string[]): string | undefined {
  const isUsedBy = (part: RegExp) => users.some((user) => part.test(user))
  if (isUsedBy(frame)) return 'shared'
  if (isUsedBy(landing)) return isUsedBy(watch) || isUsedBy(listPages) ? 'shared' : 'sign-in'
  if (!isUsedBy(watch)) return playlists.test(id) ? 'playlists' : isUsedBy(listPages) ? 'lists' : undefined
  return users.every((user) => besideWatch.test(user)) ? 'player' : 'videos'
}

function closureOf(start: string, graph: ModuleGraph): Set<string> {
  const found = new Set([start])
  for (const id of found) for (const next of graph.get(id)?.imports ?? []) found.add(next)
  return found
}

/** The icons that a module's code names, by the names under which the file of all icons exports them. */
export function iconsIn(code: string, files: ReadonlyMap<string, string>): string[] {
  const named = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].flatMap(([, names = '']) => names.split(','))
  return named.flatMap((name) => files.get(name.trim().split(/\s/, 1)[0] ?? '') ?? [])
}

/** The file of each icon, by name. */
export function iconFiles(code: string, ids: readonly string[]): Map<string, string> {
  const idOf = new Map(ids.map((id) => [id.slice(id.lastIndexOf('/')), id]))
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of code.matchAll(/export\s*\{([^}]*)\}\s*from\s*["'][^"']*(\/[^"'/]+)["']/g)) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, idOf.get(file) ?? '')
  }
  return files
}

let planned = new Map<string, string>()

/** The name of a module's chunk, if it has a planned one. */
export const chunkOf = (id: string): string | undefined => planned.get(id)

export const chunkPlan: Plugin = {
  name: 'chunk-plan',
  apply: 'build',
  buildEnd() {
    const graph = new Map<string, PlannedModule>()
    const barrel = this.getModuleInfo([...this.getModuleIds()].find((id) => allIcons.test(id)) ?? '')
    const files = iconFiles(barrel?.code ?? '', barrel?.importedIds ?? [])
    for (const id of this.getModuleIds()) {
      const info = this.getModuleInfo(id)
      // Style sheets stay with the chunk that needs them.
      if (!info || id === barrel?.id || /\.css(?:\?|$)/.test(id)) continue
      // A module that names three icons needs three files, not the file of all of them.
      const icons = info.importedIds.includes(barrel?.id ?? '') ? iconsIn(info.code ?? '', files) : []
      const imports = [...info.importedIds.filter((each) => each !== barrel?.id), ...icons]
      graph.set(id, { imports, onDemand: info.dynamicallyImportedIds })
    }
    const entry = [...graph.keys()].find((id) => id.endsWith('/src/main.tsx'))
    planned = entry ? planChunks(entry, graph) : new Map()
  },
}
