import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The oldest browsers that know light-dark(), on which the colour tokens rest.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // The product's content security policy allows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
