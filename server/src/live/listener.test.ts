import { expect, test } from 'vitest'
import type { OpenAnswer } from '../http/handlers.ts'
import { Listener } from './listener.ts'

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

test('one that reads nothing is sent no more, and wants a snapshot from where it stopped once it reads again', () => {
  const { answer, written, drain } = slowAnswer()
  const listener = new Listener(caller, undefined, answer)
  const caughtUp: Listener[] = []
  const tell = (text: string, since: bigint) => listener.tell(Buffer.from(text), 0, since, (who) => caughtUp.push(who))

  tell('before the snapshot', 1n)
  expect(written).toEqual([])
  listener.greet(Buffer.from('snapshot'))
  tell('x'.repeat(70_000), 2n)
  tell('too much', 3n)
  tell('still too much', 4n)
  expect(written).toHaveLength(2)
  expect([listener.isReady, listener.since]).toEqual([false, 3n])
  expect(caughtUp).toEqual([])
  drain()
  expect(caughtUp).toEqual([listener])
  listener.greet(Buffer.from('snapshot again'))
  tell('news', 5n)
  expect(written.slice(2)).toEqual(['snapshot again', 'news'])
})

test('it is over with its token, or when it takes nothing for half a minute', () => {
  const { answer } = slowAnswer()
  const listener = new Listener(caller, undefined, answer)
  expect([listener.isOver(999_999), listener.isOver(1_000_000)]).toEqual([false, true])
  listener.greet(Buffer.from('x'.repeat(70_000)))
  listener.tell(Buffer.from('x'), 100, 1n, () => {})
  expect([listener.isOver(30_000), listener.isOver(30_101)]).toEqual([false, true])
})
