import type { RendererObject } from 'marked'

const languages: Record<string, string> = { sh: 'Shell', ts: 'TypeScript', python: 'Python', json: 'JSON', html: 'HTML', http: 'HTTP' }

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const titleOf = (page: string): string => /^# (.+)$/m.exec(page)?.[1] ?? ''

/** Anchors as GitHub makes them from headings. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** What the pages add to plain Markdown: anchors, names above examples, tables and examples that scroll by keyboard, links on this site. */
export const renderers = (addressOf: (file: string) => string): RendererObject => ({
  heading({ tokens, depth, text }) {
    return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>`
  },
  code({ text, lang = '' }) {
    const name = languages[lang.split(' ')[0] ?? ''] ?? 'Text'
    const code = `<pre tabindex="0" aria-label="${name} example"><code>${escapeHtml(text)}</code></pre>`
    return `<figure class="docs-code"><figcaption>${name}</figcaption>${code}</figure>`
  },
  table({ header, rows }) {
    const cells = (row: typeof header, tag: string) =>
      `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
    const body = rows.map((row) => cells(row, 'td')).join('')
    return `<div class="docs-table" tabindex="0" role="group" aria-label="Table"><table><thead>${cells(header, 'th')}</thead><tbody>${body}</tbody></table></div>`
  },
  link({ href, tokens }) {
    const [file = '', anchor] = href.split('#')
    const address = /^[\w-]+\.md$/.test(file) ? addressOf(file) : file
    return `<a href="${escapeHtml(anchor === undefined ? address : `${address}#${anchor}`)}">${this.parser.parseInline(tokens)}</a>`
  },
})
