import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '../../platform/escape-html.ts'

export interface PageContent {
  /** Instead of the default title and preview tags. */
  custom?: { title: string; head: string } | undefined
  /** Instead of the spinner while the scripts load: a picture, and the video that the first call would ask for. */
  first?: { ratio: string; poster: string; title: string; video: object } | undefined
}

/** Fills the page of the web application. */
export function createPageHtml(folder: string): (content: PageContent, preloads: string) => string {
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
  const [page, template] = [read('index.html'), read('first-picture.html')]
  return ({ custom, first }, preloads) => {
    const headed = custom ? withHead(page, custom) : page
    return withPreloads(first && template ? withFirstPicture(headed, template, first) : headed, preloads)
  }
}

/** Replaces the default title and preview tags. */
function withHead(page: string, { title, head }: { title: string; head: string }): string {
  const bare = page.replaceAll(/\n\s*<meta (?:property="og:|name="description")[^>]*>/g, '')
  return bare.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>\n    ${head}`)
}

const withPreloads = (page: string, tags: string): string => (tags ? page.replace('</head>', () => `  ${tags}\n  </head>`) : page)

const spinner = /<div class="startup"[^>]*>.*?<\/div>/s

function withFirstPicture(page: string, template: string, { ratio, poster, title, video }: NonNullable<PageContent['first']>): string {
  const values: Record<string, string> = { '%RATIO%': ratio, '%POSTER%': poster, '%TITLE%': title }
  const picture = template.replaceAll(/%[A-Z]+%/g, (name) => escapeHtml(values[name] ?? ''))
  // A script of this type is data. Without the character nothing in it can end it.
  const data = JSON.stringify(video).replaceAll('<', '\\u003c')
  return page
    .replace(spinner, () => picture)
    .replace('</body>', () => `  <script type="application/json" id="first-video">${data}</script>\n  </body>`)
}
