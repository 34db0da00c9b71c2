import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { noStatistics, statisticsLike } from '../../../test-support/fake-statistics.ts'
import { detailsLike, videoId } from '../../../test-support/fake-videos.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { OwnStatisticsPage } from './own-statistics-page.tsx'
import { VideoStatisticsPage } from './video-statistics-page.tsx'

// A canvas is missing here; what is drawn is looked at in a browser.
vi.mock('uplot', () => ({
  default: class {
    static paths = {}
    setSize() {}
    destroy() {}
  },
}))

const address = `/gallery/videos/${videoId(1)}`

signInBeforeEach()
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
resetAfterEach()

const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')

async function showVideo(answer: () => object = () => ({ body: statisticsLike() }), canEdit = true) {
  const seen = fakeApi({
    [`GET ${address}`]: () => ({ body: { success: true, video: detailsLike(1, { canEdit, duration: 200 }) } }),
    [`GET ${address}/statistics`]: answer,
  })
  showPage(<VideoStatisticsPage />, '/video/:id/statistics', `/video/${videoId(1)}/statistics`)
  await pass()
  await vi.dynamicImportSettled()
  await pass()
  return seen
}

test('shows the figures, and every chart in words and as a table', async () => {
  await showVideo()
  expect(screen.getByRole('heading', { level: 1, name: 'Statistics' })).toBeTruthy()
  expect(screen.getByText('Clip 1')).toBeTruthy()
  expect(['Views', 'Watch time', 'Average watched', 'Watching now', 'Start-up time', 'Stalls'].map(figure)).toEqual([
    '1,234',
    '2 h 1 min',
    '63 %',
    '3',
    '0.42 s',
    '0.3',
  ])
  expect(screen.getByRole('img', { name: /^Views: 1,234 in 2 days, at most 1,000/ })).toBeTruthy()
  expect(screen.getByRole('img', { name: /^Retention: 1.% of plays reach the end; fewer than half watch 1:42/ })).toBeTruthy()
  const views = within(screen.getByRole('table', { name: 'Table of views by day' })).getAllByRole('row')
  expect(views).toHaveLength(3)
  const hosts = within(screen.getByRole('table', { name: 'Views by site' }))
  expect(hosts.getByText('Direct or from this site')).toBeTruthy()
  expect(hosts.getByText('news.example')).toBeTruthy()
  expect(within(screen.getByRole('table', { name: 'Views by device' })).getByText('Phone')).toBeTruthy()
})

test('asks for another period and keeps the old figures until it is there', async () => {
  const seen = await showVideo()
  fireEvent.click(screen.getByRole('button', { name: '90 days' }))
  expect(figure('Views')).toBe('1,234')
  await pass()
  expect(seen.findLast(({ key }) => key.endsWith('/statistics'))?.query).toBe('?period=90')
  expect(screen.getByRole('button', { name: '90 days' }).getAttribute('aria-pressed')).toBe('true')
})

test('refreshes by itself', async () => {
  let viewersNow = 1
  await showVideo(() => ({ body: statisticsLike({ viewersNow: viewersNow++ }) }))
  expect(figure('Watching now')).toBe('1')
  await pass(15_000)
  expect(figure('Watching now')).toBe('2')
})

test('explains what appears here while nobody has watched', async () => {
  await showVideo(() => ({ body: noStatistics() }))
  expect(screen.getByText('No views in this period')).toBeTruthy()
  expect(['Views', 'Watch time', 'Average watched', 'Start-up time', 'Stalls'].map(figure)).toEqual(['0', '0 s', '–', '–', '0'])
  expect(screen.getByRole('link', { name: 'Open the video to share it' }).getAttribute('href')).toBe(`/video/${videoId(1)}`)
  fireEvent.click(screen.getByRole('button', { name: 'Show all time' }))
  expect(screen.getByRole('button', { name: 'All time' }).getAttribute('aria-pressed')).toBe('true')
})

test('says when the statistics are not for the reader', async () => {
  await showVideo(undefined, false)
  expect(screen.getByText('Only the owner of this video can see its statistics.')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  let answer: object = failure(500, 'INTERNAL', 'Something went wrong.')
  await showVideo(() => answer)
  expect(screen.getByText('The statistics could not be loaded.')).toBeTruthy()
  answer = { body: statisticsLike() }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass()
  expect(figure('Views')).toBe('1,234')
})

test('saves what is shown as CSV, which no spreadsheet runs as a formula', async () => {
  let saved: Blob | undefined
  let name = ''
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) saved = file
    return 'blob:saved'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    name = this.download
  })
  await showVideo(() => ({
    body: statisticsLike({ videos: [{ id: videoId(2), title: '=1+1', views: 2, watchSeconds: 3 }] }),
  }))
  fireEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
  expect(name).toBe(`statistics-${videoId(1)}-28-days.csv`)
  const lines = (await saved?.text())?.split('\r\n') ?? []
  expect(lines).toContain('summary,views,1234,views')
  expect(lines).toContain('views by day,2026-01-09,1000,views')
  expect(lines).toContain('retention,25 % of the video,0.75,share')
  expect(lines).toContain('referrers,news.example,234,views')
  expect(lines).toContain("videos,'=1+1,2,views")
})

test('all own videos together, with a link to each', async () => {
  fakeApi({
    'GET /account/statistics': () => ({
      body: statisticsLike({ retention: null, videos: [{ id: videoId(2), title: 'Harbour', views: 900, watchSeconds: 5000 }] }),
    }),
  })
  showPage(<OwnStatisticsPage />, '/statistics')
  await pass()
  await vi.dynamicImportSettled()
  await pass()
  expect(screen.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe(`/video/${videoId(2)}/statistics`)
  expect(screen.queryByRole('img', { name: /^Retention/ })).toBeNull()
})
