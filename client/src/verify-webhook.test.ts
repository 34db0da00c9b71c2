import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { SignatureError, verifyWebhook } from './verify-webhook.js'

const secret = 'whsec_secret'
const body = '{"id":"1","event":"job.completed","created_at":"2026-01-01T00:00:00Z","title":"Größe"}'
const now = 1_767_225_600
const signed = (by = secret, text = body, time: number | string = now) => createHmac('sha256', by).update(`${time}.${text}`).digest('hex')

test('a call that was signed with the secret is read, from text and from bytes', async () => {
  const signature = `t=${now},v1=${signed()}`
  expect(await verifyWebhook({ body, signature, secret, now })).toMatchObject({ event: 'job.completed', title: 'Größe' })
  expect(await verifyWebhook({ body: new TextEncoder().encode(body), signature, secret, now: now + 299 })).toMatchObject({ id: '1' })
})

test('while a secret is being replaced, one of several signatures is enough', async () => {
  const signature = `t=${now}, v1=${signed('the former one')}, v1=${signed()}`
  expect(await verifyWebhook({ body, signature, secret, now })).toMatchObject({ id: '1' })
})

test.each([
  ['no header', null],
  ['an empty header', ''],
  ['no time', `v1=${signed()}`],
  ['a time that is none', `t=soon,v1=${signed(secret, body, 'soon')}`],
  ['no signature', `t=${now}`],
  ['a signature that is cut', `t=${now},v1=${signed().slice(2)}`],
  ['another secret', `t=${now},v1=${signed('other')}`],
  ['another body', `t=${now},v1=${signed(secret, `${body} `)}`],
  ['another time than was signed', `t=${now + 1},v1=${signed()}`],
  ['a time that is long ago', `t=${now - 301},v1=${signed(secret, body, now - 301)}`],
  ['a time in the future', `t=${now + 301},v1=${signed(secret, body, now + 301)}`],
])('%s is refused', async (_what, signature) => {
  await expect(verifyWebhook({ body, signature, secret, now })).rejects.toThrow(SignatureError)
})
