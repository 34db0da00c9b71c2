import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = 'http://127.0.0.1:3000'

/** Vite puts its own loader around every dynamic import. Ours takes its place, because Vite's has no second try. */
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
  plugins: [chunkLoader, react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The oldest browsers that know light-dark(), on which the colour tokens rest.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The product's content security policy allows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The loader wants the address of the chunk itself, which Vite leaves out when the chunk needs no other file.
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
