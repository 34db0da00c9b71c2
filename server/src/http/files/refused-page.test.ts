import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createRefusalSender } from './refused-page.ts'

async function refuse(isBuilt: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'vf-refused-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  if (isBuilt) {
    await writeFile(join(folder, 'index.html'), '<script src="/a.js"></script><link rel="stylesheet" href="/assets/a.css">')
    await copyFile(new URL('../../../../web/refused-page.html', import.meta.url), join(folder, 'refused-page.html'))
  }
  const app = Fastify()
  onTestFinished(() => app.close())
  const send = createRefusalSender(folder)
  app.get('/', (_request, reply) => send('Not <here>.', reply))
  return app.inject('/')
}

test('a refused player is a page with the style sheet, and nothing that the policy forbids', async () => {
  const { statusCode, headers, body } = await refuse(true)
  expect([statusCode, headers['cache-control'], headers['vary']]).toEqual([403, 'no-store', 'Referer, Origin'])
  expect(body).toContain('<link rel="stylesheet" href="/assets/a.css">')
  expect(body).toMatch(/<h1 [^>]*>Not &lt;here&gt;\.<\/h1>/)
  expect(body).not.toMatch(/<script|<style|style=|%[A-Z]+%/)
})

test('without a built application it is the sentence alone', async () => {
  const { statusCode, body } = await refuse(false)
  expect(statusCode).toBe(403)
  expect(body).toContain('<p>Not &lt;here&gt;.</p>')
})
