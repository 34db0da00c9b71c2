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
/** One file exports all icons, so what needs which of them is not known here. */
const icon = /\/lucide-react\//

/**
 * Puts the modules that several parts of the application share into a few chunks. Left alone, every combination of parts gets a chunk of its
 * own: dozens of small files, each of which costs a request and compresses badly.
 */
export function planChunks(entry: string, graph: ModuleGraph): Map<string, string> {
  const plan = new Map<string, string>()
  const start = closureOf(entry, graph)
  // The entry stays alone: nothing imports it.
  for (const id of start) if (id !== entry && !icon.test(id)) plan.set(id, id.includes('/node_modules/') ? 'libraries' : 'start')
  const parts = [...new Set([...graph.values()].flatMap(({ onDemand }) => onDemand))].map((id) => ({ id, modules: closureOf(id, graph) }))
  for (const id of graph.keys()) {
    if (start.has(id) || icon.test(id)) continue
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
  if (!isUsedBy(watch)) return playlists.test(id) ? 'playlists' : undefined
  return users.every((user) => besideWatch.test(user)) ? 'player' : 'videos'
}

function closureOf(start: string, graph: ModuleGraph): Set<string> {
  const found = new Set([start])
  for (const id of found) for (const next of graph.get(id)?.imports ?? []) found.add(next)
  return found
}

let planned = new Map<string, string>()

/** The name of a module's chunk, if it has a planned one. */
export const chunkOf = (id: string): string | undefined => planned.get(id)

export const chunkPlan: Plugin = {
  name: 'chunk-plan',
  apply: 'build',
  buildEnd() {
    const graph = new Map<string, PlannedModule>()
    for (const id of this.getModuleIds()) {
      const info = this.getModuleInfo(id)
      // Style sheets stay with the chunk that needs them.
      if (info && !/\.css(?:\?|$)/.test(id)) graph.set(id, { imports: info.importedIds, onDemand: info.dynamicallyImportedIds })
    }
    const entry = [...graph.keys()].find((id) => id.endsWith('/src/main.tsx'))
    planned = entry ? planChunks(entry, graph) : new Map()
  },
}
