import { readFileSync } from 'node:fs'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'

test('the helper has at most 2 kB', async () => {
  const path = new URL('embed.js', import.meta.url)
  const { code } = await transformWithOxc(readFileSync(path, 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\//g, ''), 'embed.js', {
    sourcemap: false,
  })
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(2048)
})
