import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

export const firstPaintStyle = fileURLToPath(new URL('src/ui/theme/first-paint.css', import.meta.url))

const themeScript = '<script src="/theme.js"></script>'

/**
 * Makes the page paint without waiting for another file: the theme script and the styles of what it shows first are written into it, and the
 * style sheet comes after that in the body, where it delays the scripts but not the paint.
 */
export const firstPaint: Plugin = {
  name: 'first-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const style = Object.values(bundle).find(({ fileName }) => /first-paint-[^/]*\.css$/.test(fileName))
      if (style?.type !== 'asset') throw new Error('No styles for the first paint')
      const theme = readFileSync(new URL('public/theme.js', import.meta.url), 'utf8').replaceAll(/^\s*(?:\/\/.*\n)?/gm, '')
      // Nothing else asks for this file.
      delete bundle[style.fileName]
      return lateScripts(movedSheets(html)).replace(
        themeScript,
        () => `<script>${theme}</script><style>${String(style.source).trim()}</style>`,
      )
    },
  },
}

/** Moves the style sheets from the head to the end of what is shown first. */
function movedSheets(html: string): string {
  const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  const bare = sheets.reduce((page, sheet) => page.replace(sheet, ''), html)
  return bare.replace('</body>', () => `${sheets.join('')}</body>`)
}

/** Pictures and styles come first: without them there is nothing to see, and the scripts are by far the most bytes. */
const lateScripts = (html: string): string =>
  html.replaceAll(/<script type="module"|<link rel="modulepreload"/g, (tag) => `${tag} fetchpriority="low"`)
