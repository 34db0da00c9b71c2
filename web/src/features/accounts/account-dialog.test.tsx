// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada, failure, fakeApi, storeSession } from '../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../test-support/fake-browser.ts'
import { AccountDialog } from './account-dialog.tsx'

const askPermission = vi.fn(async () => Notification.permission)

/** The two things of it that are asked. */
const browser: { permission: NotificationPermission; requestPermission: typeof askPermission } = {
  permission: 'default',
  requestPermission: askPermission,
}

beforeEach(() => {
  localStorage.clear()
  storeSession()
  fakeBrowser()
  browser.permission = 'default'
  askPermission.mockClear()
  vi.stubGlobal('Notification', browser)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const webhook = { url: 'https://example.com/hook', created_at: '2026-01-01T00:00:00.000Z', last: null, waiting: 0 }

function show(handlers: Parameters<typeof fakeApi>[0]) {
  const seen = fakeApi({ 'GET /account/webhook': () => ({ body: { success: true, webhook: null } }), ...handlers })
  render(<AccountDialog user={{ ...ada, groups: ['user'] }} open onOpenChange={() => {}} returnFocusTo={{ current: null }} />)
  return seen
}
const url = () => screen.findByLabelText<HTMLInputElement>('Webhook URL')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('an address that is none is refused before anything is sent', async () => {
  const seen = show({})
  fireEvent.change(await url(), { target: { value: 'ftp://example.com' } })
  press('Set webhook')
  await screen.findByText('Please enter a web address that starts with https:// or http://')
  expect(seen.some(({ key }) => key.startsWith('PUT'))).toBe(false)
})

test('a secret that was made is shown once, and a test tells how it went', async () => {
  const last = { event: 'test', at: '2026-01-01T00:00:00.000Z', status: 500, error: 'The receiver answered with the status 500.' }
  const seen = show({
    'PUT /account/webhook': () => ({ body: { success: true, webhook, secret: 'whsec_made' } }),
    'POST /account/webhook/test': () => ({ body: { success: true, webhook: { ...webhook, last } } }),
  })
  fireEvent.change(await url(), { target: { value: ' https://example.com/hook ' } })
  press('Set webhook')
  await screen.findByText('whsec_made')
  expect(seen.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ url: 'https://example.com/hook' })
  press('Send test')
  await screen.findByText('The receiver answered with the status 500.')
})

test('settings that do not come say so and can be asked for again', async () => {
  let down = true
  show({ 'GET /account/webhook': () => (down ? failure(500, 'INTERNAL', 'Broken.') : { body: { success: true, webhook } }) })
  await screen.findByText('Broken.')
  down = false
  press('Try again')
  expect((await url()).value).toBe('https://example.com/hook')
})

test('the permission is asked for by the switch and not before; a refusal is explained', async () => {
  show({})
  const toggle = screen.getByRole('switch', { name: 'Browser notifications' })
  expect(askPermission).not.toHaveBeenCalled()
  browser.permission = 'denied'
  fireEvent.click(toggle)
  await screen.findByText(/^This browser blocks notifications/)
  expect(toggle.getAttribute('aria-checked')).toBe('false')
  browser.permission = 'granted'
  fireEvent.click(toggle)
  await vi.waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'))
  expect(localStorage.getItem('video_forge_notices')).toBe('on')
})
