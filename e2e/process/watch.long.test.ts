import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import { adminPassword, ask, sendFile, signIn } from '../harness/api-calls.ts'
import { visit, withBrowser } from '../harness/browser.ts'
import { startProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'
import { numberedPictures } from '../harness/watching/numbered-pictures.ts'
import { openViewer } from '../harness/watching/viewer.ts'

withBrowser()

const clip = { seconds: 20, rate: 25 }
/** For machines on which encoding gets a tenth of a core. */
const patienceSeconds = 900

test('kill -9 of the product while somebody watches what it encodes: after its restart they watch on, on the same page', {
  timeout: 3 * patienceSeconds * 1000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vf-watch-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const environment = { PORT: String(await freePort()), DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: adminPassword }
  const first = await startProcess(environment, { ownGroup: true })
  onTestFinished(async () => void (await first.stop('SIGKILL')))
  const page = await visit({
    baseURL: first.url,
    allow: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED/,
  })
  const token = await signIn(first)
  const inputSource = await sendFile(first, token, makeClip(join(folder, 'clip.mp4')))
  const body = { inputSource, outputFormats: ['720p', '480p'], title: 'Watched', visibility: 'public' }
  const { id } = (await ask(first, 'POST /jobs', token, body))['job'] as { id: string }
  const stateOf = async () => ((await ask(second ?? first, `GET /jobs/${id}`, token))['job'] as { status: string }).status
  let second: typeof first | undefined
  await until('a playable video', async () => ((await ask(first, `GET /gallery/videos/${id}/stream`, token)) ? true : undefined))
  const viewer = await openViewer(page, `/video/${id}`, clip)
  await viewer.reaches(2, patienceSeconds)
  expect(await stateOf()).toBe('PROCESSING')
  process.kill(-(first.child.pid ?? 0), 'SIGKILL')
  await first.stop()
  expect(await viewer.isWatching()).toBe(true)

  second = await startProcess(environment)
  const restarted = second
  onTestFinished(async () => void (await restarted.stop()))
  await viewer.ends(patienceSeconds)
  await until('the end of the job', async () => ((await stateOf()) === 'COMPLETED' ? true : undefined), patienceSeconds)
  expect(await viewer.disturbances(clip.seconds)).toEqual([])
})

function makeClip(path: string): string {
  const picture = `testsrc2=size=1280x720:rate=${clip.rate}:duration=${clip.seconds},noise=alls=8:allf=t,${numberedPictures}`
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=frequency=440:duration=${clip.seconds}`]
  const made = spawnSync('ffmpeg', ['-v', 'error', ...sources, '-c:v', 'mpeg4', '-q:v', '6', '-c:a', 'aac', path], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`ffmpeg made no clip: ${made.stderr}`)
  return path
}
