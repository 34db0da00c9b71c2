import { expect, test } from 'vitest'
import { openUpgradingServer } from '../../testing/services/upgrading-server.ts'
import { callWebhook } from './call-webhook.ts'

test('a receiver that changes the protocol instead of answering has failed', async () => {
  const options = { allowPrivate: true, signal: new AbortController().signal }
  const outcome = await callWebhook(await openUpgradingServer(), 'a secret of the owner', '{}', options)
  expect(outcome).toMatchObject({ status: null, error: 'The receiver ended the connection without an answer.' })
})
