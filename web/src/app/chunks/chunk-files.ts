const isStyle = (address: string): boolean => new URL(address, document.baseURI).pathname.endsWith('.css')

/** What a chunk is made of, by address. */
export interface ChunkFiles {
  /** The chunk itself. */
  chunk: string
  /** The scripts that it imports, of which other chunks may import some as well. */
  imports: readonly string[]
  styles: readonly string[]
}

/** Sorts the list that the build writes down for each dynamic import: the chunk first, then all that it needs. */
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

/** Lets the browser fetch all scripts at once instead of each when the one before names it. */
export function preloadScripts({ chunk, imports }: ChunkFiles): void {
  for (const address of [chunk, ...imports]) if (linksTo(address).length === 0) addLink('modulepreload', address)
}

const waits = new Map<string, Promise<void>>()

/** Adds a style sheet unless it is there, and waits for it. One that fails takes its link away again. */
export function loadStyle(address: string): Promise<void> {
  const known = waits.get(address)
  if (known) return known
  if (linksTo(address).some((link) => link.rel === 'stylesheet')) return Promise.resolve()
  const link = addLink('stylesheet', address)
  const wait = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      waits.delete(address)
      link.remove()
      reject(new Error(`The style sheet could not be loaded: ${address}`))
    })
  })
  waits.set(address, wait)
  return wait
}

/** Asks for files anew: throws when one cannot be reached, and says whether all of them still exist. What comes is in the browser's cache for the import that follows. */
export async function areServed(addresses: readonly string[], signal: AbortSignal): Promise<boolean> {
  const answers = await Promise.all(addresses.map((address) => fetch(address, { signal })))
  if (answers.some(({ status }) => status === 404 || status === 410)) return false
  const refused = answers.find(({ ok }) => !ok)
  if (refused) throw new Error(`${refused.url} answered ${refused.status}`)
  // Only a complete answer is kept by the browser.
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return true
}
