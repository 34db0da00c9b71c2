const isStyle = (address: string): boolean => new URL(address, document.baseURI).pathname.endsWith('.css')

/** The addresses of a chunk's files. */
export interface ChunkFiles {
  /** The chunk itself. */
  chunk: string
  /** The scripts that it imports. Other chunks may share some of them. */
  imports: readonly string[]
  styles: readonly string[]
}

/** Sorts the build's list for a dynamic import: the chunk first, then the files it needs. */
export function sortFiles([chunk = '', ...needed]: readonly string[]): ChunkFiles {
  return { chunk, imports: needed.filter((file) => !isStyle(file)), styles: needed.filter(isStyle) }
}

const linksTo = (address: string): HTMLLinkElement[] => {
  const { href } = new URL(address, document.baseURI)
  return [...document.getElementsByTagName('link')].filter((link) => link.href === href)
}

function addLink(rel: string, address: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.crossOrigin = ''
  link.href = address
  document.head.append(link)
  return link
}

/** Makes the browser fetch all scripts in parallel. */
export function preloadScripts({ chunk, imports }: ChunkFiles): void {
  for (const address of [chunk, ...imports]) if (linksTo(address).length === 0) addLink('modulepreload', address)
}

const loading = new Map<string, Promise<void>>()

/** Adds a style sheet unless it is there, and waits for it. A failed link is removed, so that a retry starts fresh. */
export function loadStyle(address: string): Promise<void> {
  const known = loading.get(address)
  if (known) return known
  if (linksTo(address).some((link) => link.rel === 'stylesheet')) return Promise.resolve()
  const link = addLink('stylesheet', address)
  const wait = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      loading.delete(address)
      link.remove()
      reject(new Error(`style sheet could not be loaded: ${address}`))
    })
  })
  loading.set(address, wait)
  return wait
}

/** Requests files again; the import that follows then finds them in the cache. False when one no longer exists; throws when one cannot be reached. */
export async function areServed(addresses: readonly string[], signal: AbortSignal): Promise<boolean> {
  const answers = await Promise.all(addresses.map((address) => fetch(address, { signal })))
  if (answers.some(({ status }) => status === 404 || status === 410)) return false
  const failed = answers.find(({ ok }) => !ok)
  if (failed) throw new Error(`${failed.url} answered ${failed.status}`)
  // The browser caches only complete responses.
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return true
}
