import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const listed = z.record(z.string(), z.array(z.string()))

/** Finds the preload links for a page, as the build of the web application listed its scripts. */
export function readPreloads(folder: string): (path: string) => string {
  const file = join(folder, 'page-files.json')
  const pages = existsSync(file) ? listed.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
  const links = Object.entries(pages).map(([path, files]) => ({
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
    tags: files.map((name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">`).join('\n    '),
  }))
  return (path) => links.find(({ pattern }) => pattern.test(path))?.tags ?? ''
}
