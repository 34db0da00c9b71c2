import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followEvents } from '../../server/testing/event-reader.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { ask, call, openUpload, signIn } from '../harness/api-calls.ts'
import { codeMailedBy } from '../harness/mail-folder.ts'
import type { ProductProcess } from '../harness/product-process.ts'
import { until } from '../harness/until.ts'
import { withClips } from './clips.ts'
import { ended, expectSound, promise, promiseAt } from './invariants.ts'
import { openScaleSite, type ScaleSite } from './site.ts'
import { openSteppedClock } from './stepped-clock.ts'

const clips = withClips('short', 'long')
let site: ScaleSite
let api: ProductProcess
let other: ProductProcess
let otherPort: number
let worker: ProductProcess
let token: string

const sound = () => expectSound(site, { api, workers: ['worker'], short: clips.short })
const startWorker = () => site.start('worker', { ROLE: 'worker' })
/** On the same port each time, as behind a balancer. */
const startOther = async (change: Record<string, string> = {}) => ({
  ...(await site.start('other', { ROLE: 'api', PORT: String(otherPort), ...change })),
  url: `http://127.0.0.1:${otherPort}`,
})

beforeAll(async () => {
  site = await openScaleSite()
  otherPort = await freePort()
  api = await site.start('api', { ROLE: 'api' })
  other = await startOther()
  worker = await startWorker()
  token = await signIn(api)
})
afterAll(() => site?.close())

async function anotherAdmin(username: string): Promise<string> {
  const person = { username, email: `${username}@example.com`, password: 'Secret-Pass-1' }
  await ask(api, 'POST /auth/register-with-group', '', person)
  const confirmationCode = await codeMailedBy(site.folderOf('api'), person.email)
  await ask(api, 'POST /auth/confirm-email', '', { ...person, confirmationCode })
  await ask(api, 'POST /auth/groups/admin', token, { email: person.email })
  return signIn(other, username, person.password)
}

test('two admins do the same at once, each at another process: it happens once, and of two who remove each other one is left', async () => {
  const [one, two] = [await anotherAdmin('first'), await anotherAdmin('second')]
  const both = (key: string) => Promise.all([call(api, key, one), call(other, key, two)])
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

  const doomed = await promise(site, api, token, clips.short)
  await ended(site, doomed)
  expect(statuses(await both(`DELETE /jobs/admin/${doomed}`))).toEqual([200, 404])
  site.promised = site.promised.filter(({ id }) => id !== doomed)

  const unreachable = { inputSource: 'http://127.0.0.1:9/nothing.mp4', outputFormats: ['480p'] }
  const failed: string[] = []
  for (let count = 0; count < 3; count += 1) failed.push(((await ask(api, 'POST /jobs', token, unreachable))['job'] as { id: string }).id)
  for (const id of failed) expect((await ended(site, id)).status).toBe('FAILED')
  const restarted = await both('POST /jobs/admin/restart-failed')
  expect(restarted.map(({ body }) => (body['result'] as { restarted: number }).restarted).reduce((sum, count) => sum + count)).toBe(3)
  await until('each to have failed a second time and no more', async () => {
    const ends = (await site.records.ends()).filter(({ job_id }) => failed.includes(job_id))
    return ends.every((row) => row.ends.join() === 'FAILED,FAILED') ? true : undefined
  })
  expect(statuses(await both('POST /admin/storage/cleanup-temp'))).toEqual([200, 200])
  expect(statuses(await both('POST /admin/storage/optimize'))).toEqual([200, 200])
  expect(statuses(await both('DELETE /jobs/admin/cleanup-old'))).toEqual([200, 200])

  const users = (await ask(api, 'GET /admin/users', token))['result'] as { id: string; username: string }[]
  const idOf = (name: string) => users.find(({ username }) => username === name)?.id
  const removals = await Promise.all([
    call(api, `DELETE /auth/users/${idOf('second')}`, one),
    call(other, `DELETE /auth/users/${idOf('first')}`, two),
  ])
  expect(removals.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = (await ask(api, 'GET /admin/users', token))['result'] as { username: string }[]
  expect(left.filter(({ username }) => username !== 'admin')).toHaveLength(1)
  await sound()
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a process that answers ended by %s with streams and an upload open: they go on when it is back, and nothing is missed',
  async (signal) => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => followEvents(other.url, token)))
    const id = await promiseAt(10, site, other, token, clips.long)
    const seen = await Promise.all(streams.map((stream) => stream.next('job_update')))

    const bytes = new Uint8Array(await readFile(clips.short.path))
    const half = Math.floor(bytes.length / 2)
    const upload = await openUpload(other, token)
    const address = other.url + new URL(upload.resumableUrl).pathname
    const tus = { 'Tus-Resumable': '1.0.0', 'Content-Type': 'application/offset+octet-stream' }
    const send = (from: number, to: number) =>
      fetch(address, {
        method: 'PATCH',
        headers: { ...tus, 'Upload-Offset': String(from), ...(from === 0 && { 'Upload-Length': String(bytes.length) }) },
        body: bytes.slice(from, to),
      })
    expect((await send(0, half)).status).toBe(204)

    expect(await other.stop(signal)).toBe(signal === 'SIGTERM' ? 0 : signal)
    await Promise.all(streams.map((stream) => stream.closed))
    other = await startOther()

    const again = await Promise.all(seen.map((event) => followEvents(other.url, token, event.id)))
    const state = await fetch(address, { method: 'HEAD', headers: tus })
    expect(state.headers.get('upload-offset')).toBe(String(half))
    expect((await send(half, bytes.length)).status).toBe(204)
    const body = { inputSource: upload.s3Key, outputFormats: ['480p'] }
    const uploaded = ((await ask(other, 'POST /jobs', token, body))['job'] as { id: string }).id
    site.promised.push({ id: uploaded, clip: clips.short, mayEnd: ['COMPLETED'], retries: 0 })
    for (const stream of again) {
      for (let status: unknown; status !== 'COMPLETED'; ) {
        const { data } = await stream.next('job_update')
        if (data['jobId'] === id) status = data['status']
      }
      stream.close()
    }
    await sound()
  },
)

test('cancelled in the moment of its completion: what was answered is how it ended', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await promiseAt(90, site, api, token, clips.short, ['COMPLETED', 'CANCELLED'])
    await wait(round * 25)
    const { status, body } = await call(api, `POST /jobs/${id}/cancel`, token)
    const answered = status === 409 ? 'COMPLETED' : (body['job'] as { status: string }).status
    expect([status, await ended(site, id)]).toEqual([status, expect.objectContaining({ status: answered })])
    const assets = (await site.records.assets()).filter(({ job_id }) => job_id === id)
    expect(assets.length > 0).toBe(answered === 'COMPLETED')
  }
  await sound()
})

test('the clock of a process that answers stepped by an hour: people sign in anew at most, and no job waits for that hour', async () => {
  await other.stop()
  await worker.stop()
  const clock = await openSteppedClock(site.folderOf('clock'))
  other = await startOther(clock.environment)
  const before = (await ask(other, 'POST /auth/login', '', { username: 'admin', password: 'Correct-Horse-1' }))['result'] as {
    tokens: { idToken: string; refreshToken: string }
  }
  const source = { inputSource: 'local-sample.mp4', outputFormats: ['480p'] }
  await clock.set('+1h')
  await until('the token to be too old', async () =>
    (await call(other, 'GET /jobs/stats', before.tokens.idToken)).status === 401 ? true : undefined,
  )
  const renewed = (await ask(other, 'POST /auth/refresh', '', { refreshToken: before.tokens.refreshToken }))['result'] as typeof before
  const { id } = (await ask(other, 'POST /jobs', renewed.tokens.idToken, source))['job'] as { id: string }
  // The queue forgets it, so only its row is left to say that it waits.
  await site.redis.kill()
  await site.redis.start()
  worker = await startWorker()
  expect((await ended(site, id)).status).toBe('COMPLETED')

  await clock.set('-1h')
  expect((await call(other, 'GET /jobs/stats', renewed.tokens.idToken)).status).toBe(200)
  const late = (await ask(other, 'POST /jobs', renewed.tokens.idToken, source))['job'] as { id: string }
  expect((await ended(site, late.id)).status).toBe('COMPLETED')
  await clock.set('+0')
  await sound()
})
