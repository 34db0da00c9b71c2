import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The tags of the application's style sheets, for pages that work without its scripts. */
export function styleSheetsOf(folder: string): string {
  const page = join(folder, 'index.html')
  return existsSync(page) ? (readFileSync(page, 'utf8').match(/<link rel="stylesheet"[^>]*>/g) ?? []).join('') : ''
}
