import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Extends a content security policy by the hashes of the script and the styles that the build wrote into the page itself. */
export function createInlinePolicy(folder: string): (policy: string) => string {
  const file = join(folder, 'index.html')
  const page = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [scripts, styles] = [hashesOf(page, 'script'), hashesOf(page, 'style')]
  return (policy) => policy.replace("script-src 'self'", (own) => own + scripts).replace("style-src 'self'", (own) => own + styles)
}

const hashesOf = (page: string, tag: 'script' | 'style'): string =>
  [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
    .map(([, content = '']) => ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`)
    .join('')
