// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../../test-support/page-test.ts'
import { WebhookList } from './webhook-list.tsx'
import { WebhookPage } from './webhook-page.tsx'

signInBeforeEach()
resetAfterEach()

const id = '0190a000-0000-7000-8000-000000000001'
const at = '2026-01-01T00:00:00.000Z'
const webhookLike = (parts: object = {}) => ({
  id,
  url: 'https://example.com/hook',
  events: ['*'],
  createdAt: at,
  pausedAt: null,
  pauseCause: null,
  last: null,
  waiting: 0,
  ...parts,
})
const deliveryLike = (number: number, parts: object = {}) => ({
  id: `0190a000-0000-7000-8000-00000000010${number}`,
  event: 'video.ready',
  state: 'delivered',
  createdAt: at,
  attempts: 1,
  attemptedAt: at,
  durationMs: 41,
  status: 200,
  error: null,
  nextAttemptAt: null,
  ...parts,
})
const body = (parts: object, status = 200) => ({ status, body: { success: true, ...parts } })

function show(path: string, handlers: Parameters<typeof fakeApi>[0]) {
  const seen = fakeApi(handlers)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/account" element={<WebhookList />} />
          <Route path="/account/webhooks/:id" element={<WebhookPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return seen
}
const page = `/account/webhooks/${id}`
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const check = (name: string | RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }))

test('lists webhooks with their events, state and last answer', async () => {
  const last = { event: 'job.failed', at, status: 500, error: 'The receiver answered with status 500.' }
  const paused = webhookLike({
    id: 'b',
    url: 'https://example.com/b',
    events: ['job.*', 'video.ready'],
    pausedAt: at,
    pauseCause: 'failing',
  })
  show('/account', { 'GET /account/webhooks': () => body({ webhooks: [webhookLike({ last, waiting: 2 }), paused] }) })
  const list = within(await screen.findByRole('list', { name: 'Your webhooks' }))
  expect(list.getByText('For all events.')).toBeTruthy()
  expect(list.getByText('Failing')).toBeTruthy()
  expect(list.getByText('The receiver answered with status 500.').parentElement?.textContent).toContain('2 calls waiting.')
  expect(list.getByText('For job.*, video.ready.')).toBeTruthy()
  expect(list.getByText('Paused')).toBeTruthy()
})

test('adds a webhook with the chosen events, and shows its secret once', async () => {
  let made: object[] = []
  const seen = show('/account', {
    'GET /account/webhooks': () => body({ webhooks: made }),
    'POST /account/webhooks': () => {
      made = [webhookLike()]
      return body({ webhook: webhookLike(), secret: 'whsec_made' }, 201)
    },
  })
  await screen.findByText(/^No webhooks yet/)
  press('Add webhook')
  expect(document.activeElement).toBe(screen.getByLabelText('Webhook URL'))
  fireEvent.change(screen.getByLabelText('Webhook URL'), { target: { value: 'ftp://example.com' } })
  press('Add webhook')
  await screen.findByText('Please enter a web address that starts with https:// or http://')
  expect(seen.some(({ key }) => key.startsWith('POST'))).toBe(false)

  fireEvent.change(screen.getByLabelText('Webhook URL'), { target: { value: ' https://example.com/hook ' } })
  check('All events')
  check('Jobs: all events')
  check(/^job\.failed/)
  check('Videos: all events')
  expect(screen.getByRole<HTMLButtonElement>('checkbox', { name: /^video\.ready/ }).disabled).toBe(true)
  press('Add webhook')
  await screen.findByDisplayValue('whsec_made')
  expect(seen.find(({ key }) => key.startsWith('POST'))?.body).toEqual({
    url: 'https://example.com/hook',
    events: ['job.failed', 'video.*'],
  })
  press('Done')
  await screen.findByText('https://example.com/hook')
  expect(screen.queryByDisplayValue('whsec_made')).toBeNull()
})

test('a paused webhook says why, is tested and resumed', async () => {
  let webhook = webhookLike({ pausedAt: at, pauseCause: 'failing' })
  const seen = show(page, {
    [`GET ${page}`]: () => body({ webhook }),
    [`GET ${page}/deliveries`]: () => body({ deliveries: [], nextCursor: null }),
    [`POST ${page}/test`]: () => body({ webhook, delivery: deliveryLike(1, { event: 'test', request: null, answer: null }) }),
    [`PATCH ${page}`]: () => {
      webhook = webhookLike()
      return body({ webhook })
    },
  })
  await screen.findByText(/Its calls kept failing\./)
  press('Send a test')
  await vi.waitFor(() => expect(seen.some(({ key }) => key === `POST ${page}/test`)).toBe(true))
  press('Resume')
  await vi.waitFor(() => expect(screen.queryByText(/Its calls kept failing/)).toBeNull())
  expect(seen.find(({ key }) => key.startsWith('PATCH'))?.body).toEqual({ isPaused: false })
})

test('the log shows request and answer of a call, sends it again, and has older pages', async () => {
  const failed = deliveryLike(2, { state: 'failed', status: 500, attempts: 6, error: 'The receiver answered with status 500.' })
  const request = { url: 'https://example.com/hook', headers: { 'user-agent': 'VideoForge' }, body: '{"event":"video.ready"}' }
  const seen = show(page, {
    [`GET ${page}`]: () => body({ webhook: webhookLike() }),
    [`GET ${page}/deliveries`]: ({ query }) =>
      query?.includes('cursor')
        ? body({ deliveries: [deliveryLike(3, { event: 'job.failed' })], nextCursor: null })
        : body({ deliveries: [failed], nextCursor: 'x' }),
    [`GET ${page}/deliveries/${failed.id}`]: () => body({ delivery: { ...failed, request, answer: 'out of order' } }),
    [`POST ${page}/deliveries/${failed.id}/redeliver`]: () => body({ delivery: deliveryLike(4) }, 202),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Failed video\.ready The receiver answered with status 500, 6 attempts/ }))
  await screen.findByText('out of order')
  expect(screen.getByText(/user-agent: VideoForge/)).toBeTruthy()
  press('Show older')
  await screen.findByText('job.failed')
  press('Send again')
  await vi.waitFor(() => expect(seen.some(({ key }) => key.endsWith('/redeliver'))).toBe(true))
})

test('a call without an answer says why, and nothing about the text of one', async () => {
  const lost = deliveryLike(5, { state: 'failed', status: null, error: 'The receiver could not be reached.' })
  const request = { url: 'https://example.com/hook', headers: {}, body: '{}' }
  show(page, {
    [`GET ${page}`]: () => body({ webhook: webhookLike() }),
    [`GET ${page}/deliveries`]: () => body({ deliveries: [lost], nextCursor: null }),
    [`GET ${page}/deliveries/${lost.id}`]: () => body({ delivery: { ...lost, request, answer: null } }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Failed video\.ready/ }))
  const answer = (await screen.findByText('No answer')).parentElement
  expect(answer?.textContent).toBe('No answerThe receiver could not be reached.')
})

test('removes a webhook after a question, and an unknown one is not found', async () => {
  let isGone = false
  const seen = show(page, {
    [`GET ${page}`]: () => (isGone ? failure(404, 'NOT_FOUND', 'There is no such webhook.') : body({ webhook: webhookLike() })),
    [`GET ${page}/deliveries`]: () => body({ deliveries: [], nextCursor: null }),
    [`DELETE ${page}`]: () => {
      isGone = true
      return body({ result: { removed: true } })
    },
    'GET /account/webhooks': () => body({ webhooks: [] }),
  })
  await screen.findByText('https://example.com/hook')
  press('Remove')
  expect(seen.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText(/^No webhooks yet/)
})
