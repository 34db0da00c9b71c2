import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '../../platform/escape-html.ts'

export interface PageContent {
  /** Instead of the default title and preview tags. */
  custom?: { title: string; head: string } | undefined
  /** Instead of the spinner while the scripts load: a picture, and the video that the first call would ask for. */
  first?: { ratio: string; poster: string; title: string; video: object } | undefined
  /** Instead of the spinner: the gallery without its videos. */
  showsList?: boolean | undefined
  /** Addresses of pictures that the page shows first. They are loaded before the scripts ask for them. */
  pictures?: readonly string[] | undefined
  /** Where the text of the video is read without scripts. */
  transcriptPath?: string | undefined
  /** What a browser without scripts says instead of the usual sentence. */
  withoutScripts?: string | undefined
  /** The feeds of what the page shows. */
  feeds?: readonly { type: string; title: string; path: string }[] | undefined
}

/** Fills the page of the web application. On a site that is not public, a tag says so to its scripts. */
export function createPageHtml(folder: string, isPublicSite: boolean): (content: PageContent, preloads: string) => string {
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
  const [built, picture, list] = [read('index.html'), read('first-picture.html'), read('first-list.html')]
  const page = isPublicSite ? built : built.replace('<title>', () => '<meta name="site" content="internal">\n    <title>')
  return ({ custom, first, showsList, pictures, transcriptPath, withoutScripts, feeds }, preloads) => {
    const explained = withoutScripts ? withNotice(page, escapeHtml(withoutScripts)) : page
    const linked = transcriptPath ? withTranscript(explained, escapeHtml(transcriptPath)) : explained
    const headed = withFeeds(custom ? withHead(linked, custom) : linked, feeds ?? [])
    const shown =
      first && picture ? withFirstPicture(headed, picture, first) : showsList && list ? withFirstList(headed, list, pictures ?? []) : headed
    return withPreloads(shown, [...(pictures ?? []).map(pictureLink), preloads].filter(Boolean).join('\n    '))
  }
}

/** Replaces the default title and preview tags. */
function withHead(page: string, { title, head }: { title: string; head: string }): string {
  const bare = page.replaceAll(/\n\s*<meta (?:property="og:|name="description")[^>]*>/g, '')
  return bare.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>\n    ${head}`)
}

const withNotice = (page: string, text: string): string => page.replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${text}</noscript>`)

/** For browsers without scripts, and for crawlers. */
const withTranscript = (page: string, path: string): string =>
  page
    .replace('</noscript>', () => ` <a href="${path}">Read the transcript of this video</a></noscript>`)
    .replace('</head>', () => `  <link rel="alternate" type="text/html" href="${path}" title="Transcript">\n  </head>`)

/** For feed readers that are given the address of the page. */
const withFeeds = (page: string, feeds: NonNullable<PageContent['feeds']>): string =>
  feeds.length === 0 ? page : page.replace('</head>', () => `${feeds.map(feedLink).join('')}  </head>`)

const feedLink = ({ type, title, path }: { type: string; title: string; path: string }): string =>
  `  <link rel="alternate" type="${type}" title="${escapeHtml(title)}" href="${escapeHtml(path)}">\n  `

const pictureLink = (address: string): string => `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(address)}">`

const withPreloads = (page: string, tags: string): string => (tags ? page.replace('</head>', () => `  ${tags}\n  </head>`) : page)

const spinner = /<div class="startup"[^>]*>.*?<\/div>/s

/** Without a picture the place of it stays empty. */
const withFirstList = (page: string, template: string, pictures: readonly string[]): string =>
  page.replace(spinner, () =>
    template.replaceAll(/<img src="%PICTURE(\d)%"([^>]*)>/g, (_, number, rest) => {
      const address = pictures[Number(number) - 1]
      return address ? `<img src="${escapeHtml(address)}"${rest}>` : ''
    }),
  )

function withFirstPicture(page: string, template: string, { ratio, poster, title, video }: NonNullable<PageContent['first']>): string {
  const values: Record<string, string> = { '%RATIO%': ratio, '%POSTER%': poster, '%TITLE%': title }
  const picture = template.replaceAll(/%[A-Z]+%/g, (name) => escapeHtml(values[name] ?? ''))
  // A script of this type is data. Without the character nothing in it can end it.
  const data = JSON.stringify(video).replaceAll('<', '\\u003c')
  return page
    .replace(spinner, () => picture)
    .replace('</body>', () => `  <script type="application/json" id="first-video">${data}</script>\n  </body>`)
}
