import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import type { Plugin } from 'vite'
import { escapeHtml, renderers, titleOf } from './render-docs.ts'

const folder = new URL('../../docs/developers/', import.meta.url)
export const docsStyle = fileURLToPath(new URL('docs.css', import.meta.url))

const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

/** Where a file of docs/developers is on the site. */
const addressOf = (file: string): string => (file === 'README.md' ? '/docs' : `/docs/${file.replace(/\.md$/, '')}`)

/**
 * Makes the site's own pages for developers from docs/developers, in the order in which its README links to them. They are whole pages,
 * which the server sends as they are.
 */
export const docsPages: Plugin = {
  name: 'docs-pages',
  apply: 'build',
  generateBundle: {
    // After the application's page, which names its style sheets.
    order: 'post',
    handler(_options, bundle) {
      const [page, own] = [bundle['index.html'], Object.keys(bundle).find((name) => /assets\/docs-[^/]*\.css$/.test(name))]
      if (page?.type !== 'asset' || !own) throw new Error('The pages for developers have no style sheets')
      const styles = [...(String(page.source).match(/<link rel="stylesheet"[^>]*>/g) ?? []), `<link rel="stylesheet" href="/${own}">`].join(
        '',
      )
      for (const { fileName, source } of renderPages(styles)) this.emitFile({ type: 'asset', fileName, source })
    },
  },
}

function renderPages(styles: string): { fileName: string; source: string }[] {
  const template = readFileSync(new URL('docs-page.html', import.meta.url), 'utf8').replaceAll(/<!--.*?-->|\n\s*/gs, '')
  const marked = new Marked({ renderer: renderers(addressOf) })
  const files = ['README.md', ...new Set([...read('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, file = '']) => file))]
  const titles = new Map(files.map((file) => [file, titleOf(read(file))]))

  return files.map((file) => {
    const values: Record<string, string> = {
      '%TITLE%': escapeHtml(titles.get(file) ?? ''),
      '%DESCRIPTION%': escapeHtml(/^(?!#)(\S[^\n]+)/m.exec(read(file))?.[1] ?? ''),
      '%STYLES%': styles,
      '%NAVIGATION%': navigation(titles, file),
      '%TEXT%': marked.parse(read(file), { async: false }),
    }
    const source = template.replaceAll(/%[A-Z]+%/g, (name) => values[name] ?? name)
    return { fileName: `${addressOf(file).slice(1)}.html`, source }
  })
}

function navigation(titles: ReadonlyMap<string, string>, current: string): string {
  const items = [...titles].map(([file, title]) => {
    const mark = file === current ? ' aria-current="page"' : ''
    return `<li><a href="${addressOf(file)}"${mark}>${file === 'README.md' ? 'Overview' : escapeHtml(title)}</a></li>`
  })
  return `<ul>${items.join('')}</ul>`
}
