import { act, fireEvent, screen, within } from '@testing-library/react'
import type { Transcription } from '@video-forge/contract/captions'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../test-support/fake-api.ts'
import { jobLike, jobPage, statsLike } from '../../test-support/fake-jobs.ts'
import { fakeStream } from '../../test-support/fake-stream.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../test-support/page-test.ts'
import { showPage } from '../../test-support/show-page.tsx'
import { JobCaptions } from './job-captions.tsx'
import { useJobList } from './job-queries.ts'
import { useLiveJobs } from './live/use-live-jobs.ts'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

const { id, title, updated_at } = jobLike(1)
const automatic = `/gallery/videos/${id}/captions/automatic`
const underway = (progress: number): Transcription => ({ status: 'running', progress, language: 'en', message: null })
const failed: Transcription = { status: 'failed', progress: 0, language: 'en-GB', message: 'Nobody speaks in this video.' }

function List() {
  const jobs = useJobList({ sort: 'newest', limit: 5 }).data?.pages.flatMap((page) => page.jobs) ?? []
  useLiveJobs(jobs)
  return jobs.map((job) => (
    <ul key={job.id}>
      <li>
        <h3>
          <a href="/there">{job.title}</a>
        </h3>
        <JobCaptions job={job} />
      </li>
    </ul>
  ))
}

/** A list whose only video a test changes. The calls change it as the server does. */
async function show(transcription: Transcription | null, handlers: Parameters<typeof fakeApi>[0] = {}) {
  const site = { transcription }
  const job = () => jobLike(1, site)
  const seen = fakeApi({
    'GET /jobs': () => jobPage([job()]),
    'GET /jobs/stats': () => statsLike(),
    [`GET /jobs/${id}`]: () => ({ body: { success: true, job: job() } }),
    [`POST ${automatic}`]: () => {
      site.transcription = { ...failed, status: 'waiting', message: null }
      return { status: 202, body: { success: true, transcription: site.transcription } }
    },
    [`DELETE ${automatic}`]: () => {
      site.transcription = null
      return { body: { success: true, result: { id } } }
    },
    ...handlers,
  })
  const stream = fakeStream()
  showPage(<List />, '/jobs')
  await pass(0)
  const send = async (now: Transcription | null, eventId: string) => {
    stream.send('job_update', { jobId: id, status: 'COMPLETED', progress: 100, updated_at, transcription: now }, eventId)
    await pass(1)
  }
  stream.send('system_stats', { currentJobs: 0, queueLength: 0, maxConcurrent: 2 }, '1')
  await pass(1)
  return { site, seen, send, stream, asked: () => seen.filter(({ key }) => key.startsWith('GET /jobs')).length }
}
const area = () => within(screen.getByRole('group', { name: `Automatic captions of ${title}` }))
const press = async (name: string) => {
  const button = area().getByRole('button', { name })
  act(() => button.focus())
  fireEvent.click(button)
  await pass(0)
}

test('progress comes with live events, without asking, and is gone when the captions are there', async () => {
  const { send, asked } = await show(null)
  expect(screen.queryByRole('group')).toBeNull()
  const before = asked()
  await send({ ...underway(0), status: 'waiting' }, '2')
  expect(area().getByText('Captions are waiting to be made')).toBeDefined()
  await send(underway(40), '3')
  expect(area().getByText('Making captions… 40 %')).toBeDefined()
  expect(area().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  await pass(20_000)
  await send(null, '4')
  expect(screen.queryByRole('group')).toBeNull()
  expect(asked()).toBe(before)
})

test('while events are down it is asked for', async () => {
  const { site, stream } = await show(underway(10))
  stream.refuseWith(503)
  stream.end()
  site.transcription = underway(70)
  await pass(4000)
  expect(area().getByText('Making captions… 70 %')).toBeDefined()
})

test('what ended while the stream was closed is fetched', async () => {
  const { site, stream } = await show(underway(10))
  stream.end()
  site.transcription = null
  await pass(5100)
  stream.send('system_stats', { currentJobs: 0, queueLength: 0, maxConcurrent: 2 }, '9')
  await pass(10)
  expect(screen.queryByRole('group')).toBeNull()
})

test('Cancel stops it, and the focus stays in the row', async () => {
  const { seen } = await show(underway(40))
  await press('Cancel')
  expect(seen.some(({ key }) => key === `DELETE ${automatic}`)).toBe(true)
  expect(screen.queryByRole('group')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: title }))
})

test('a failure says why; Try again asks in the same language, Dismiss removes it', async () => {
  const { seen, site, send } = await show(failed)
  expect(area().getByText('Nobody speaks in this video.')).toBeDefined()
  await press('Try again')
  expect(seen.find(({ key }) => key === `POST ${automatic}`)?.body).toEqual({ language: 'en-GB' })
  expect(area().getByText('Captions are waiting to be made')).toBeDefined()
  expect(document.activeElement).toBe(area().getByRole('button', { name: 'Cancel' }))
  site.transcription = failed
  await send(failed, '5')
  await press('Dismiss')
  expect(screen.queryByRole('group')).toBeNull()
})

test('a refusal is shown', async () => {
  await show(failed, { [`POST ${automatic}`]: () => failure(503, 'UNAVAILABLE', 'Automatic captions are switched off on this site.') })
  await press('Try again')
  await pass(60_000)
  expect(area().getByText('Automatic captions are switched off on this site.')).toBeDefined()
})
