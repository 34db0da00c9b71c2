import { screen } from '@testing-library/react'
import type { Job } from '@video-forge/contract/jobs'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike, jobPage, statsLike } from '../../../test-support/fake-jobs.ts'
import { fakeStream } from '../../../test-support/fake-stream.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { useJob, useJobList } from '../job-queries.ts'
import { JobState } from '../job-state.tsx'
import { useLiveJobs } from './use-live-jobs.ts'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

function List() {
  const list = useJobList({ sort: 'newest', limit: 5 })
  const jobs = list.data?.pages.flatMap((page) => page.jobs) ?? []
  useLiveJobs(jobs)
  return jobs.map((job) => <JobState key={job.id} job={job} />)
}

function One() {
  const { data: job } = useJob(jobLike(1).id)
  return job ? <JobState job={job} /> : null
}

const busy = jobLike(1, { status: 'PROCESSING', progress: 10 })
const updated_at = '2026-01-01T00:00:05.000Z'
const updateOf = (job: Job, parts: Partial<Job>) => {
  const { status, progress, stage, eta_seconds, queue_position, renditions, error_text, error_cause, asset_count } = { ...job, ...parts }
  return {
    jobId: job.id,
    status,
    progress,
    updated_at,
    stage,
    eta_seconds,
    queue_position,
    renditions,
    error_text,
    error_cause,
    asset_count,
  }
}
const stats = { currentJobs: 1, queueLength: 0, maxConcurrent: 2 }

async function show(page: React.ReactNode, job = () => busy) {
  const seen = fakeApi({
    'GET /jobs': ({ query }) => jobPage(query?.includes('ACTIVE') ? [busy] : [busy]),
    'GET /jobs/stats': () => statsLike(),
    [`GET /jobs/${busy.id}`]: () => ({ body: { success: true, job: job() } }),
  })
  const stream = fakeStream()
  showPage(page, '/jobs')
  await pass(0)
  const asked = () => seen.filter(({ key, query }) => query?.includes('ACTIVE') || key === `GET /jobs/${busy.id}`).length
  return { stream, asked }
}

test.each([
  ['a list', <List key="list" />, 0],
  ['one job', <One key="one" />, 1],
])('%s moves by events alone while the stream is up, and by asking every 3 s while it is down', async (_name, page, first) => {
  const { stream, asked } = await show(page)
  stream.send('job_update', updateOf(busy, { progress: 20 }), '1')
  stream.send('system_stats', stats, '1')
  await pass(1)
  expect(screen.getByText('20%')).toBeDefined()
  await pass(20_000)
  expect(asked()).toBe(first)

  stream.refuseWith(503)
  stream.end()
  await pass(6100)
  expect(asked()).toBeGreaterThanOrEqual(first + 2)
  expect(screen.getByText('20%'), 'an older answer does not take progress back').toBeDefined()

  stream.recover()
  await pass(5000)
  const before = asked()
  stream.send('job_update', updateOf(busy, { progress: 30 }), '2')
  stream.send('system_stats', stats, '2')
  await pass(10_000)
  expect(screen.getByText('30%')).toBeDefined()
  expect(asked()).toBe(before)
})

test('a job that ends is fetched once, for what events do not carry', async () => {
  const { stream, asked } = await show(<List />, () => ({
    ...busy,
    status: 'COMPLETED',
    progress: 100,
    asset_count: 6,
    updated_at: '2026-01-01T00:00:06.000Z',
  }))
  stream.send('system_stats', stats, '1')
  stream.send('job_update', updateOf(busy, { status: 'COMPLETED', progress: 100, asset_count: 5 }), '2')
  await pass(10)
  expect(screen.getByText('6 assets')).toBeDefined()
  // Once for the snapshot, which did not name it any more, and once for its end.
  expect(asked()).toBeLessThanOrEqual(2)
})

test('a running job is fetched once when it has a thumbnail', async () => {
  const { stream, asked } = await show(<List />, () => ({ ...busy, progress: 20, thumbnail_url: '/thumbnail.jpg', updated_at }))
  stream.send('job_update', updateOf(busy, { progress: 20 }), '1')
  stream.send('system_stats', stats, '1')
  await pass(10)
  expect(asked()).toBe(0)
  for (const id of ['2', '3', '4']) stream.send('job_update', { ...updateOf(busy, { progress: 20 }), has_thumbnail: true }, id)
  await pass(10)
  expect(asked()).toBe(1)
  stream.send('job_update', { ...updateOf(busy, { progress: 30 }), has_thumbnail: true }, '5')
  await pass(10)
  expect(screen.getByText('30%')).toBeDefined()
  expect(asked()).toBe(1)
})

test('a job that ended while disconnected is noticed by the snapshot', async () => {
  const { stream } = await show(<List />, () => ({ ...busy, status: 'FAILED', error_text: 'No.', updated_at: '2026-01-01T00:00:06.000Z' }))
  stream.send('system_stats', stats, '1')
  await pass(10)
  expect(screen.getByText('Failed')).toBeDefined()
})

test('a job that is deleted elsewhere leaves the list', async () => {
  const { stream } = await show(<List />)
  expect(screen.getByText('10%')).toBeDefined()
  stream.send('job_removed', { jobId: busy.id }, '1')
  await pass(1)
  expect(screen.queryByText('10%')).toBeNull()
})
