import { fireEvent, screen, within } from '@testing-library/react'
import type { UnusedQuality } from '@video-forge/contract/admin/admin-storage'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../../test-support/fake-api.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../../test-support/page-test.ts'
import { showPage } from '../../../../test-support/show-page.tsx'
import { UnusedPanel } from './unused-panel.tsx'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-06-10T12:00:00Z') }))
resetAfterEach()

const idOf = (number: number) => `0190aaaa-0000-7000-8000-00000000000${number}`
const quality = (number: number, title: string, values: Partial<UnusedQuality> = {}): UnusedQuality => ({
  ...{
    videoId: idOf(number),
    title,
    username: 'ada',
    format: '1080p',
    codec: 'h264',
    bytes: 3 * 2 ** 20,
    av1Bytes: 0,
    keepsAv1: false,
    remaining: '720p',
  },
  ...{ lastPlayed: null, canBeMade: true, ...values },
})
const items = [quality(1, 'Sea', { av1Bytes: 2 ** 20, lastPlayed: '2026-01-02' }), quality(2, 'Land', { canBeMade: false, format: '4k' })]
const listed = { success: true, items, total: 40, bytes: 5 * 2 ** 30, isPartial: false, countedSince: '2025-01-01', nextCursor: 'next' }
const task = {
  ...{ id: idOf(9), kind: 'bulk', title: 'Drop the tallest quality of 1 video', status: 'completed', message: null, listed: true },
  ...{ counts: { total: 1, waiting: 0, done: 1, skipped: 0, failed: 0 }, createdAt: '2026-06-10T12:00:00Z', endedAt: null },
}

const show = (answer: object = listed) => {
  const seen = fakeApi({
    'GET /admin/storage/unused-qualities': () => ({ body: answer }),
    'POST /videos/bulk': () => ({ status: 202, body: { success: true, task } }),
    [`GET /tasks/${task.id}`]: () => ({ body: { success: true, task } }),
  })
  showPage(<UnusedPanel />, '/')
  return seen
}
const sent = (seen: ReturnType<typeof show>) => seen.filter(({ key }) => key === 'POST /videos/bulk').map(({ body }) => body)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
/** The dialog is loaded when it is needed. */
const openDialog = async () => {
  press('Drop quality')
  return vi.waitFor(async () => {
    await pass(0)
    return screen.getByRole('alertdialog')
  })
}

const onlyAv1 = quality(4, 'Star', { format: '4k', codec: 'av1', bytes: 2 ** 20, av1Bytes: 2 ** 20, remaining: '1080p' })

test('says what each quality frees, what stays, and whether it can be made again', async () => {
  show({ ...listed, items: [...items, quality(3, 'Sky', { keepsAv1: true }), onlyAv1] })
  await pass(0)
  const [, sea, land, sky, star] = screen.getAllByRole('row')
  expect(sea?.textContent).toContain('1080p by ada. 720p stays.It can be made again')
  expect(sea?.textContent).toContain('3.0 MB1.0 MB in AV1')
  expect(star?.textContent).toContain('4K, left only in AV1, by ada. 1080p stays.')
  expect(star?.textContent).not.toContain('MB in AV1')
  expect(land?.textContent).toContain('4K by ada. 720p stays.It cannot be made again')
  expect(sky?.textContent).toContain('1080p by ada. 720p stays, and 1080p in AV1, which is played.')
  expect(screen.getByText('40 qualities, 5.0 GB in all')).toBeDefined()
})

test('drops what is selected, after a question with what it frees', async () => {
  const seen = show()
  await pass(0)
  expect(screen.queryByRole('button', { name: 'Drop quality' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Land' }))
  const dialog = await openDialog()
  expect(within(dialog).getByRole('heading').textContent).toBe('Drop the tallest quality of 1 video?')
  expect(dialog.textContent).toContain('This frees 3.0 MB. It cannot be made again')
  expect(sent(seen)).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Drop quality' }))
  await pass(0)
  expect(sent(seen)).toEqual([{ ids: [idOf(2)], change: { action: 'drop-quality', unusedDays: 30 } }])
  expect(screen.getByRole('link', { name: 'Show report' }).getAttribute('href')).toBe(`/tasks/${task.id}`)
})

test('drops all that are listed on all pages, for the chosen time', async () => {
  const seen = show()
  await pass(0)
  fireEvent.change(screen.getByLabelText('Not played'), { target: { value: '90' } })
  await pass(0)
  expect(seen.filter(({ key }) => key.startsWith('GET /admin')).map(({ query }) => query)).toEqual([
    '?days=30&limit=20',
    '?days=90&limit=20',
  ])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  press('Select all 40 that match')
  const dialog = await openDialog()
  expect(dialog.textContent).toContain('This frees 5.0 GB.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Drop quality' }))
  await pass(0)
  expect(sent(seen)).toEqual([{ filter: { everyone: true }, change: { action: 'drop-quality', unusedDays: 90 } }])
})

test('says when only the largest were looked at', async () => {
  show({ ...listed, isPartial: true })
  await pass(0)
  expect(screen.getByText('40 qualities among the 10,000 largest, 5.0 GB in all')).toBeDefined()
})

test.each([
  ['2026-06-01', /counted since .*June.*begins on .*July 1|counted since .*1 June.*begins on .*1 July/],
  ['2026-01-01', /Nothing to drop/],
  [null, /No play was counted yet/],
])('says why nothing is listed: counted since %s', async (countedSince, reason) => {
  show({ ...listed, items: [], total: 0, bytes: 0, nextCursor: null, countedSince })
  await pass(0)
  expect(screen.getByText(reason)).toBeDefined()
})
