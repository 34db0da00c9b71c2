import { fireEvent, screen, within } from '@testing-library/react'
import type { AdminTranscription } from '@video-forge/contract/admin/admin-captions'
import type { CaptionsStatus } from '@video-forge/contract/admin/admin-system'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeStream } from '../../../../test-support/fake-stream.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../../test-support/page-test.ts'
import { showPage } from '../../../../test-support/show-page.tsx'
import { CaptionsPanel } from './captions-panel.tsx'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

const rowLike = (id: string, status: AdminTranscription['status'], parts: Partial<AdminTranscription> = {}): AdminTranscription => ({
  ...{ id, title: `Talk ${id}`, username: 'ada', user_email: 'ada@example.com', created_at: '2026-01-01T00:00:00.000Z' },
  ...{ status, progress: 0, language: 'en', message: null },
  ...parts,
})
const bundled = { name: 'Moonshine tiny', languages: ['en'], folder: null, problem: null }
const system: CaptionsStatus = { mode: 'auto', siteLanguage: null, models: [bundled] }

async function show(rows: AdminTranscription[], status: Partial<CaptionsStatus> = {}, handlers: Parameters<typeof fakeApi>[0] = {}) {
  const site = { rows }
  const count = (name: string) => site.rows.filter((row) => row.status === name).length
  const seen = fakeApi({
    'GET /admin/captions': () => ({
      body: {
        success: true,
        transcriptions: site.rows,
        counts: { running: count('running'), waiting: count('waiting'), failed: count('failed') },
      },
    }),
    ...handlers,
  })
  const stream = fakeStream()
  showPage(<CaptionsPanel status={{ ...system, ...status }} />, '/')
  await pass(0)
  stream.send('system_stats', { currentJobs: 0, queueLength: 0, maxConcurrent: 2 }, '1')
  await pass(2000)
  const asked = () => seen.filter(({ key }) => key === 'GET /admin/captions').length
  const send = async (jobId: string, transcription: object | null, eventId: string) => {
    const job = { jobId, status: 'COMPLETED', progress: 100, updated_at: '2026-01-01T00:00:00.000Z' }
    stream.send('job_update', { ...job, transcription }, eventId)
    await pass(1)
  }
  return { site, seen, asked, send }
}
const choose = async (title: string, item: string) => {
  fireEvent.keyDown(screen.getByRole('button', { name: `Actions for ${title}` }), { key: 'Enter' })
  await pass()
  fireEvent.click(screen.getByRole('menuitem', { name: item }))
  await pass()
}
const rowOf = (title: string) => within(screen.getAllByRole('row').find((row) => row.textContent?.includes(title)) as HTMLElement)

test('says which model there is, or why there is none', async () => {
  await show([])
  expect(screen.getByText('Moonshine tiny')).toBeDefined()
  expect(screen.getByText('(comes with Video Forge)')).toBeDefined()
  expect(screen.getByText('English')).toBeDefined()
  expect(screen.getByText('No captions are being made, and none wait.')).toBeDefined()
})

test('a model of the site that cannot be used', async () => {
  const problem = 'The folder /models cannot be read.'
  await show([], { siteLanguage: 'de', models: [{ name: null, languages: [], folder: '/models', problem }] })
  expect(screen.getByText(problem)).toBeDefined()
  expect(screen.getByText('(/models)')).toBeDefined()
  expect(screen.getByText('German')).toBeDefined()
})

test('progress moves by events alone; what begins or ends is fetched, once for many', async () => {
  const { site, asked, send } = await show([rowLike('1', 'running', { progress: 10 }), rowLike('2', 'waiting')])
  expect(screen.getByText('1 running, 1 waiting, 0 failed')).toBeDefined()
  const before = asked()
  await send('1', { status: 'running', progress: 60, language: 'en', message: null }, '2')
  expect(rowOf('Talk 1').getAllByText('60 %')).not.toHaveLength(0)
  await send('somebody', null, '3')
  await pass(20_000)
  expect(asked()).toBe(before)
  site.rows = [rowLike('2', 'running'), rowLike('3', 'waiting')]
  await send('1', null, '4')
  await send('2', { status: 'running', progress: 0, language: 'en', message: null }, '5')
  await send('3', { status: 'waiting', progress: 0, language: 'en', message: null }, '6')
  await pass(1100)
  expect(asked()).toBe(before + 1)
  expect(screen.getByText('Talk 3')).toBeDefined()
  // Otherwise than the panel, or two regions have one name.
  expect(screen.getByRole('region', { name: 'Automatic captions' })).toBeDefined()
  expect(screen.getByRole('region', { name: 'Videos that get captions' })).toBeDefined()
})

test('an admin cancels, tries again and removes', async () => {
  const done = () => ({ body: { success: true, result: { id: '1' } } })
  const rows = [rowLike('1', 'running'), rowLike('2', 'failed', { message: 'Nobody speaks.' })]
  const { seen } = await show(
    rows,
    {},
    {
      'POST /admin/captions/1/cancel': done,
      'POST /admin/captions/2/retry': () => failure(503, 'UNAVAILABLE', 'Automatic captions are switched off on this site.'),
      'POST /admin/captions/2/cancel': done,
    },
  )
  expect(rowOf('Talk 2').getAllByText('Nobody speaks.')).not.toHaveLength(0)
  await choose('Talk 1', 'Cancel')
  expect(screen.getByText('The captions of "Talk 1" were cancelled.')).toBeDefined()
  await choose('Talk 2', 'Try again')
  await pass(60_000)
  expect(screen.getByText('Automatic captions are switched off on this site.')).toBeDefined()
  await choose('Talk 2', 'Remove')
  expect(screen.getByText('"Talk 2" was removed from the list.')).toBeDefined()
  expect(screen.queryByText('Automatic captions are switched off on this site.')).toBeNull()
  expect(seen.filter(({ key }) => key.startsWith('POST')).map(({ key }) => key)).toContain('POST /admin/captions/2/cancel')
})

test('where captions are switched off, what failed can only be removed', async () => {
  await show([rowLike('2', 'failed')], { mode: 'off' })
  expect(screen.getByText('Switched off (CAPTIONS=off).')).toBeDefined()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Talk 2' }), { key: 'Enter' })
  await pass()
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Remove'])
})
