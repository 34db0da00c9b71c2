import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'

test('the helper has at most 2 kB', async () => {
  const path = fileURLToPath(new URL('embed.ts', import.meta.url))
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { sourcemap: false })
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(2048)
})
