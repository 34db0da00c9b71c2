import { once } from 'node:events'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type EventReader, followEvents } from '../../testing/event-reader.ts'
import { serveClips, slowClip } from '../../testing/media/clips.ts'
import { signInAdmin } from '../../testing/people.ts'
import { startProduct } from '../../testing/product.ts'
import { startChild } from '../../testing/services/child-process.ts'

interface Update {
  jobId: string
  status: string
  progress: number
}

test('a stream survives a killed worker and resumes after a restart of its server, and progress never goes back', async () => {
  const clips = await serveClips({ 'slow.avi': slowClip(8) })
  onTestFinished(() => clips.close())
  const first = await startProduct({ ROLE: 'api', AUTH_SECRET: 's'.repeat(32), ALLOW_PRIVATE_SOURCES: 'true' })
  const shared = {
    DATABASE_URL: first.databaseUrl,
    DATA_DIR: first.dataDir,
    AUTH_SECRET: 's'.repeat(32),
    ALLOW_PRIVATE_SOURCES: 'true',
    ADMIN_PASSWORD: 'Correct-Horse-1',
  }
  const startWorker = () => startChild('child-product.ts', [JSON.stringify({ ...shared, ROLE: 'worker' })])
  const [{ tokens, user }, { child: doomed }] = await Promise.all([signInAdmin(first), startWorker()])
  const token = tokens.idToken
  const answer = await first.call('POST /jobs', { token, body: { inputSource: clips.url('slow.avi'), outputFormats: ['480p'] } })
  const { id } = answer.body['job'] as { id: string }
  const sql = new Client(first.databaseUrl)
  await sql.connect()
  onTestFinished(() => sql.end())
  const other = await addFailing(sql, user.id)

  const updatesOf = ({ events }: EventReader) =>
    events.flatMap(({ name, data }) => (name === 'job_update' && data['jobId'] === id ? [data as unknown as Update] : []))
  const newest = (reader: EventReader) => updatesOf(reader).at(-1)
  const isPast = (reader: EventReader, percent: number) => expect(newest(reader)?.progress).toBeGreaterThan(percent)

  const reader = await followEvents(first.url, token)
  let isOpen = true
  void reader.closed.then(() => {
    isOpen = false
  })
  await vi.waitFor(() => isPast(reader, 8), { timeout: 60_000, interval: 50 })
  const before = newest(reader)?.progress ?? 0
  const gone = once(doomed, 'exit')
  doomed.kill('SIGKILL')
  await gone
  await startWorker()
  await vi.waitFor(() => isPast(reader, before), { timeout: 60_000, interval: 50 })
  expect(isOpen).toBe(true)

  const lastId = reader.events.at(-1)?.id
  await first.stop({ keepData: true })
  await reader.closed
  await sql.query(`update jobs set status = 'FAILED', error_text = 'While nobody listened.' where id = $1`, [other])
  const second = await startProduct({ ...shared, ROLE: 'api' })
  onTestFinished(() => second.stop())
  const again = await followEvents(second.url, token, lastId)
  onTestFinished(() => again.close())
  await vi.waitFor(() => expect(newest(again)?.status).toBe('COMPLETED'), { timeout: 90_000, interval: 50 })
  expect(again.events.find(({ data }) => data['jobId'] === other)?.data).toMatchObject({ status: 'FAILED' })

  const sentUpTo = [...updatesOf(reader), ...updatesOf(again)].map(({ progress }) => progress)
  expect(sentUpTo).toEqual([...sentUpTo].sort((a, b) => a - b))
  expect(sentUpTo.at(-1)).toBe(100)
  const { rows } = await sql.query('select attempts from jobs where id = $1', [id])
  expect(rows[0].attempts).toBe(2)
}, 240_000)

/** A job that looks running until it fails. */
async function addFailing(sql: Client, userId: string): Promise<string> {
  const { rows } = await sql.query(
    `with video as (insert into videos (id, user_id, title, visibility, status) values (gen_random_uuid(), $1, 'clip', 'private', 'processing') returning id)
     insert into jobs (id, user_id, input_source, output_formats, status, finished_at) select id, $1, 'x', '{480p}', 'CANCELLED', now() from video returning id`,
    [userId],
  )
  return rows[0].id
}
