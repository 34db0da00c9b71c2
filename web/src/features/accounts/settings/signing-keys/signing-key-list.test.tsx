// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '../../../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../../../test-support/page-test.ts'
import { SigningKeyList } from './signing-key-list.tsx'

signInBeforeEach()
resetAfterEach()

const shop = {
  id: '0190a000-0000-7000-8000-000000000001',
  name: 'Shop',
  algorithm: 'EdDSA',
  publicKey: 'PEM',
  createdAt: '2026-01-01T00:00:00.000Z',
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a key is made with the public key that was pasted, its secret shown once, and deleted after a question', async () => {
  let keys: object[] = []
  let answers = [failure(400, 'INVALID_INPUT', 'No.', { details: [{ field: 'publicKey', message: 'This is not an Ed25519 public key.' }] })]
  const seen = fakeApi({
    'GET /account/signing-keys': () => ({ body: { success: true, keys } }),
    'POST /account/signing-keys': () => {
      const [answer, ...rest] = answers
      answers = rest
      if (answer) return answer
      keys = [shop]
      return { status: 201, body: { success: true, key: shop, secret: 'PRIVATE' } }
    },
    [`DELETE /account/signing-keys/${shop.id}`]: () => {
      keys = []
      return { body: { success: true, result: { id: shop.id } } }
    },
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SigningKeyList />
    </QueryClientProvider>,
  )
  await screen.findByText(/^No signing keys yet/)
  press('New signing key')
  press('Create signing key')
  await screen.findByText('Give the key a name.')
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Shop ' } })
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'own' } })
  press('Create signing key')
  await screen.findByText('Paste the public key.')
  fireEvent.change(screen.getByLabelText('Public key'), { target: { value: 'PEM' } })
  press('Create signing key')
  await screen.findByText('This is not an Ed25519 public key.')
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'EdDSA' } })
  press('Create signing key')
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Private key')).value).toBe('PRIVATE')
  expect(screen.getByLabelText<HTMLInputElement>('Key ID').value).toBe(shop.id)
  expect(seen.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body)).toEqual([
    { name: 'Shop', algorithm: 'EdDSA', publicKey: 'PEM' },
    { name: 'Shop', algorithm: 'EdDSA' },
  ])
  press('Done')
  await screen.findByText('Shop')
  expect(screen.queryByDisplayValue('PRIVATE')).toBeNull()
  press('Delete Shop')
  expect(seen.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  press('Delete')
  await screen.findByText(/^No signing keys yet/)
})
