import { expect, test } from 'vitest'
import type { OpenAnswer } from '../http/api/handlers.ts'
import { Subscriber } from './subscriber.ts'

function slowAnswer() {
  let pending = 0
  let drained = () => {}
  const written: string[] = []
  const answer: OpenAnswer = {
    write: (chunk) => {
      pending += chunk.length
      written.push(chunk.toString())
    },
    pending: () => pending,
    onDrain: (then) => {
      drained = then
    },
    onClose: () => {},
    end: () => {},
  }
  const drain = () => {
    pending = 0
    drained()
  }
  return { answer, written, drain }
}

const caller = { userId: 'u', sessionId: 's', groups: [], expiresAt: 1_000_000 }

test('a subscriber that does not read gets nothing more, and a snapshot once it reads again', () => {
  const { answer, written, drain } = slowAnswer()
  const subscriber = new Subscriber(caller, undefined, answer)
  const caughtUp: Subscriber[] = []
  const send = (text: string, since: bigint) => subscriber.send(Buffer.from(text), 0, since, (who) => caughtUp.push(who))

  send('before the snapshot', 1n)
  expect(written).toEqual([])
  subscriber.sendSnapshot(Buffer.from('snapshot'))
  send('x'.repeat(70_000), 2n)
  send('too much', 3n)
  send('still too much', 4n)
  expect(written).toHaveLength(2)
  expect([subscriber.isReady, subscriber.since]).toEqual([false, 3n])
  expect(caughtUp).toEqual([])
  drain()
  expect(caughtUp).toEqual([subscriber])
  subscriber.sendSnapshot(Buffer.from('snapshot again'))
  send('news', 5n)
  expect(written.slice(2)).toEqual(['snapshot again', 'news'])
})

test('ends with its token, or after half a minute without reading', () => {
  const { answer } = slowAnswer()
  const subscriber = new Subscriber(caller, undefined, answer)
  expect([subscriber.isOver(999_999), subscriber.isOver(1_000_000)]).toEqual([false, true])
  subscriber.sendSnapshot(Buffer.from('x'.repeat(70_000)))
  subscriber.send(Buffer.from('x'), 100, 1n, () => {})
  expect([subscriber.isOver(30_000), subscriber.isOver(30_101)]).toEqual([false, true])
})
