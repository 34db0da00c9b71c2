import { onTestFinished, test } from 'vitest'
import { withBrowser } from '../harness/browser.ts'
import { withClips } from './clips.ts'
import { expectSound } from './invariants.ts'
import { openEmbeddedSite, openWatchableSite } from './site.ts'
import { expectWatchedWhileKilled } from './watched-while-killed.ts'

withBrowser()
const clips = withClips('short', 'watched')
const workers = ['third']

test.each([
  ['PostgreSQL, Redis and S3', openWatchableSite],
  ['the embedded default', openEmbeddedSite],
])('on %s, two workers killed under a viewer: every second is seen once', { timeout: 3_600_000 }, async (_name, open) => {
  const site = await open()
  onTestFinished(() => site.close())
  const startWorker = (name: string) => site.start(name, { ROLE: 'worker', MAX_CONCURRENT_JOBS: '1' })
  const api = await site.start('api', { ROLE: 'api' })
  if ('connect' in site) await site.connect()
  const leader = await startWorker('first')
  await expectWatchedWhileKilled({ site, api, clip: clips.watched, leader, startWorker })
  await expectSound(site, { api, workers, short: clips.short })
})
