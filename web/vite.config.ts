import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkOf, chunkPlan } from './chunk-plan.ts'
import { docsPages, docsStyle } from './developer-docs/docs-pages.ts'
import { firstPaint, firstPaintStyle } from './first-paint.ts'
import { pageFiles } from './page-files.ts'

const server = 'http://127.0.0.1:3000'

/** Replaces Vite's loader around dynamic imports, because Vite's does not retry. */
const chunkLoader: Plugin = {
  name: 'chunk-loader',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id !== '\0vite/preload-helper.js') return
    return `export { loadChunk as __vitePreload } from ${JSON.stringify(fileURLToPath(new URL('src/app/chunks/load-chunk.ts', import.meta.url)))}`
  },
}

export default defineConfig({
  plugins: [chunkLoader, chunkPlan, pageFiles, docsPages, firstPaint, react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The oldest browsers with light-dark(), which the colour tokens use.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The product's content security policy allows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    // Other icons and small shared modules in two files: each request of a page costs more than what it does not use of them.
    rolldownOptions: {
      input: { index: fileURLToPath(new URL('index.html', import.meta.url)), 'first-paint': firstPaintStyle, docs: docsStyle },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: (id) => chunkOf(id) ?? null, debugName: 'chunk-plan', priority: 1 },
            { name: 'icons', test: /lucide-react/, minShareCount: 3 },
            // Without dialogs: they would bring their library into the first page.
            { name: 'common', test: /(?:web|client|contract)\/src\/(?!.*dialog\.tsx$)/, minShareCount: 8, maxModuleSize: 3000 },
          ],
        },
      },
    },
    modulePreload: {
      polyfill: false,
      // The loader needs the chunk's own address, which Vite omits when the chunk needs no other file.
      resolveDependencies: (file, needed, { hostType }) => (hostType === 'js' ? [file, ...needed.filter((each) => each !== file)] : needed),
    },
  },
  server: {
    proxy: {
      '/prod/api': server,
      '/storage': server,
      '/media': server,
      '/resumable': server,
      '/stock': server,
      '/healthz': server,
      '/readyz': server,
    },
  },
})
