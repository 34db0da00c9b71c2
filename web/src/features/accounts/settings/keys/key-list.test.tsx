import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../../../test-support/page-test.ts'
import { KeyList } from './key-list.tsx'

signInBeforeEach()
resetAfterEach()

const keyLike = (parts: object = {}) => ({
  id: '0190a000-0000-7000-8000-000000000001',
  name: 'Nightly upload',
  scopes: ['read', 'upload'],
  prefix: 'vf_abc123',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  isExpired: false,
  lastUsedAt: '2026-01-02T00:00:00.000Z',
  lastUsedAddress: '192.0.2.7',
  lastUsedBy: 'curl',
  ...parts,
})
const listOf = (...keys: object[]) => ({ body: { success: true, keys } })

function show(handlers: Parameters<typeof fakeApi>[0]) {
  const seen = fakeApi(handlers)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <KeyList />
    </QueryClientProvider>,
  )
  return seen
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('lists keys with scopes, last use and end', async () => {
  show({
    'GET /account/keys': () => listOf(keyLike(), keyLike({ id: 'b', name: 'Old', isExpired: true, expiresAt: '2026-02-01T00:00:00.000Z' })),
  })
  const list = within(await screen.findByRole('list', { name: 'Your API keys' }))
  expect(list.getAllByText(/from 192\.0\.2\.7 \(curl\), never expires/)).toHaveLength(1)
  expect(list.getByText('Expired')).toBeTruthy()
  expect(list.getAllByText('upload')).toHaveLength(2)
})

test('creates a key with what was chosen, and shows the secret until it is closed', async () => {
  let isMade = false
  const seen = show({
    'GET /account/keys': () => (isMade ? listOf(keyLike()) : listOf()),
    'POST /account/keys': () => {
      isMade = true
      return { status: 201, body: { success: true, key: keyLike(), secret: 'vf_secret' } }
    },
  })
  await screen.findByText(/^No keys yet/)
  press('New key')
  press('Create key')
  await screen.findByText('Give the key a name.')
  expect(screen.queryByRole('checkbox', { name: /^admin/ })).toBeNull()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Nightly upload ' } })
  fireEvent.click(screen.getByRole('checkbox', { name: /^upload/ }))
  fireEvent.change(screen.getByLabelText('Expires'), { target: { value: 'never' } })
  press('Create key')
  expect((await screen.findByLabelText<HTMLInputElement>('API key')).value).toBe('vf_secret')
  expect(seen.find(({ key }) => key.startsWith('POST'))?.body).toEqual({ name: 'Nightly upload', scopes: ['read', 'upload'] })
  press('Done')
  await screen.findByText('Nightly upload')
  expect(screen.queryByDisplayValue('vf_secret')).toBeNull()
  press('New key')
  expect(screen.queryByDisplayValue('vf_secret')).toBeNull()
})

test('revokes a key after a question, and says why it failed', async () => {
  let answers = [failure(500, 'INTERNAL', 'It is broken.'), { body: { success: true, result: { revoked: true } } }]
  let isGone = false
  const seen = show({
    'GET /account/keys': () => (isGone ? listOf() : listOf(keyLike())),
    [`DELETE /account/keys/${keyLike().id}`]: () => {
      const [answer, ...rest] = answers
      answers = rest
      isGone = rest.length === 0
      return answer ?? failure(500, 'INTERNAL', '')
    },
  })
  await screen.findByText('Nightly upload')
  const opener = screen.getByRole('button', { name: 'Revoke Nightly upload' })
  opener.focus()
  press('Revoke Nightly upload')
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' })
  await vi.waitFor(() => expect(document.activeElement).toBe(opener))
  press('Revoke Nightly upload')
  expect(seen.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  press('Revoke')
  await screen.findByText('It is broken.')
  press('Revoke')
  await screen.findByText(/^No keys yet/)
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New key' })))
})

test('a program that asks by the address gets a filled form, and nothing before its person agrees', async () => {
  window.history.replaceState(null, '', '/account?key=forge%20on%20desk&scopes=read,upload,nonsense,admin')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const seen = show({
    'GET /account/keys': () => listOf(),
    'POST /account/keys': () => ({ status: 201, body: { success: true, key: keyLike(), secret: 'vf_secret' } }),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }))
  expect(seen.map(({ key }) => key)).not.toContain('POST /account/keys')
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'))
  press('Create key')
  expect(await dialog.findByDisplayValue('vf_secret')).toBeTruthy()
  expect(window.location.search, 'a reload does not ask again').toBe('')
  expect(seen.find(({ key }) => key === 'POST /account/keys')?.body).toMatchObject({
    name: 'forge on desk',
    scopes: ['read', 'upload'],
  })
})

test('a request of a program that was closed is gone from the address and from the form', async () => {
  window.history.replaceState(null, '', '/account?key=forge&scopes=upload&theme=dark')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  show({ 'GET /account/keys': () => listOf() })
  fireEvent.keyDown(await screen.findByRole('dialog', { name: 'New API key' }), { key: 'Escape' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(window.location.search).toBe('?theme=dark')
  press('New key')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
})
