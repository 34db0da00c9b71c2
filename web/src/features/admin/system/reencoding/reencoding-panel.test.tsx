import { fireEvent, screen } from '@testing-library/react'
import type { Reencoding } from '@video-forge/contract/admin/admin-reencoding'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../../../test-support/fake-api.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../../../test-support/page-test.ts'
import { showPage } from '../../../../../test-support/show-page.tsx'
import { ReencodingPanel } from './reencoding-panel.tsx'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

const reencoding: Reencoding = {
  settings: { mode: 'popular', minPlays: 20, fromHour: 0, toHour: 0, cpuShare: 100 },
  counts: { waiting: 2, running: 1, published: 4, 'not-worth-it': 1, skipped: 0, failed: 0 },
  published: { bytes: 46_000_000, bytesBefore: 100_000_000, videos: 2 },
  cpuSeconds: 7200,
  served: { h264: 3_000_000_000, av1: 1_000_000_000, saved: 1_200_000_000 },
  recent: [
    {
      ...{ videoId: '0190aaaa-0000-7000-8000-000000000001', title: 'Sea', format: '720p', status: 'not-worth-it' },
      ...{ reason: 'At the same quality it is less than 15 % smaller.', bytes: 98, bytesBefore: 100, ssim: 0.98, ssimBefore: 0.98 },
      ...{ cpuSeconds: 61, served: 0, saved: 0, endedAt: '2026-01-01T00:00:00.000Z' },
    },
  ],
}

test('shows what was saved and spent, and saves what an admin chooses', async () => {
  const seen = fakeApi({
    'GET /admin/reencoding': () => ({ body: { success: true, reencoding } }),
    'PUT /admin/reencoding': () => ({ body: { success: true, reencoding } }),
  })
  showPage(<ReencodingPanel />, '/')
  await pass(0)
  expect(screen.getByText(/^54 % less for each play/)).toBeDefined()
  expect(screen.getByText('2.0 h')).toBeDefined()
  expect(screen.getByText('25 % of 3.7 GB')).toBeDefined()
  expect(screen.getByText('1.1 GB')).toBeDefined()
  expect(screen.getByText(/Not worth it. At the same quality/)).toBeDefined()
  fireEvent.change(screen.getByLabelText('Plays in 30 days'), { target: { value: 'x' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(screen.getByText('Enter a whole number from 1 on')).toBeDefined()
  fireEvent.change(screen.getByLabelText('Plays in 30 days'), { target: { value: '5' } })
  fireEvent.change(screen.getByLabelText('Videos in AV1'), { target: { value: 'all' } })
  fireEvent.change(screen.getByLabelText('From (UTC)'), { target: { value: '22' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await pass(0)
  const put = seen.filter(({ key }) => key === 'PUT /admin/reencoding')
  expect(put).toMatchObject([{ body: { mode: 'all', minPlays: 5, fromHour: 22, toHour: 0, cpuShare: 100 } }])
  expect(screen.getByText('The settings were saved.')).toBeDefined()
})
