import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The modules that a visitor's first page loads on demand, by its path. Without preloading, each would wait for the one before it. */
const pageModules: Record<string, readonly string[]> = {
  '/': ['app/signed-out.tsx', 'features/accounts/landing/landing-page.tsx'],
  '/gallery': ['app/signed-out.tsx', 'app/query-scope.tsx', 'features/gallery/gallery-page.tsx'],
  '/video/:id': ['app/signed-out.tsx', 'app/query-scope.tsx', 'features/watch/watch-page.tsx'],
  '/u/:username': ['app/signed-out.tsx', 'app/query-scope.tsx', 'features/gallery/person-page.tsx'],
  '/playlist/:id': ['app/signed-out.tsx', 'app/query-scope.tsx', 'features/playlists/playlist-page.tsx'],
  '/embed/playlist/:id': ['app/query-scope.tsx', 'features/watch/embed-page.tsx'],
  '/embed/:id': ['app/query-scope.tsx', 'features/watch/embed-page.tsx'],
}

interface Chunk {
  fileName: string
  imports: string[]
  moduleIds: string[]
  isEntry: boolean
}

/** A file without its comments and line breaks. */
const compact = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll(/<!--.*?-->|\n\s*/gs, '')

const template = (name: string): string => compact(name).replace('%HEADER%', () => compact('first-header.html'))

/**
 * Writes which scripts each page needs besides those in index.html, and the templates of what the server shows itself: the page of a public
 * video and the gallery before they run, a transcript without them, and why there is no player.
 */
export const pageFiles: Plugin = {
  name: 'page-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const files = Object.entries(pageModules).map(([path, modules]) => [path, filesOf(chunks, modules)])
    this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(Object.fromEntries(files)) })
    for (const name of ['first-picture.html', 'first-list.html', 'transcript-page.html', 'refused-page.html']) {
      this.emitFile({ type: 'asset', fileName: name, source: template(name) })
    }
  },
}

function filesOf(chunks: readonly Chunk[], modules: readonly string[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = new Set<Chunk>()
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry) add(chunk)
  const inPage = new Set(needed)
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${module}`)))
    if (!chunk) throw new Error(`No chunk has ${module}`)
    add(chunk)
  }
  return [...needed].filter((chunk) => !inPage.has(chunk)).map(({ fileName }) => fileName)
}
