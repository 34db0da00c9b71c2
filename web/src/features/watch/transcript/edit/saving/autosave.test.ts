import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../../api/api-error.ts'
import { Autosave } from './autosave.ts'
import type { Draft } from './drafts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server with one text. `break`: it stores but the answer is lost. */
function site(content = 'a') {
  const stored = { content, version: 1 }
  const sent: string[] = []
  const kept: { draft: Draft | undefined } = { draft: undefined }
  const trouble: { next: 'lost answer' | 'no connection' | 'gone' | undefined } = { next: undefined }
  const send = async (text: string, version: number) => {
    sent.push(text)
    await Promise.resolve()
    const { next } = trouble
    trouble.next = undefined
    if (next === 'no connection') throw new ApiError({ status: 0 })
    if (next === 'gone') throw new ApiError({ status: 404, body: { code: 'NOT_FOUND', message: 'There are no such captions.' } })
    if (version !== stored.version && text !== stored.content) {
      throw new ApiError({ status: 409, body: { code: 'CONFLICT', message: 'Changed.', version: stored.version } })
    }
    if (text !== stored.content) Object.assign(stored, { content: text, version: stored.version + 1 })
    if (next === 'lost answer') throw new ApiError({ status: 0 })
    return stored.version
  }
  const open = () => new Autosave({ stored: { ...stored }, send, keepDraft: (draft) => Object.assign(kept, { draft }) })
  return { stored, sent, kept, trouble, open }
}

test('saves after a pause, once, and keeps a draft until then', async () => {
  const { stored, sent, kept, open } = site()
  const autosave = open()
  autosave.change('ab')
  await vi.advanceTimersByTimeAsync(1000)
  autosave.change('abc')
  await vi.advanceTimersByTimeAsync(300)
  expect([autosave.state().kind, kept.draft, sent]).toEqual(['unsaved', { version: 1, content: 'abc', sent: null }, []])
  await vi.advanceTimersByTimeAsync(2000)
  expect([autosave.state().kind, kept.draft, sent, stored.version]).toEqual(['saved', undefined, ['abc'], 2])
})

test('who types on for long is saved now and then, and who goes back to what is stored not at all', async () => {
  const { sent, open } = site()
  const autosave = open()
  for (let second = 0; second < 15; second++) {
    autosave.change(`a${second}`)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  autosave.change('x')
  autosave.change('a14')
  await vi.advanceTimersByTimeAsync(20_000)
  expect([sent.length, autosave.state().kind]).toEqual([2, 'saved'])
})

test('a change during a request is not lost, and a flush waits for it', async () => {
  const { stored, open } = site()
  const autosave = open()
  autosave.change('b')
  const flushed = autosave.flush()
  autosave.change('c')
  expect(await flushed).toBe(true)
  expect([stored.content, autosave.state().kind]).toEqual(['c', 'saved'])
})

test('without a connection it says so, keeps everything, and saves when asked again', async () => {
  const { stored, kept, trouble, open } = site()
  const autosave = open()
  trouble.next = 'no connection'
  autosave.change('b')
  expect(await autosave.flush()).toBe(false)
  expect(autosave.state()).toMatchObject({ kind: 'failed', isGone: false })
  expect(kept.draft?.content).toBe('b')
  expect(await autosave.flush()).toBe(true)
  expect([stored.content, kept.draft]).toEqual(['b', undefined])
})

test('a lost answer is no conflict, also after further changes and after going back', async () => {
  const { stored, trouble, open } = site()
  const autosave = open()
  for (const next of ['c', 'c']) {
    trouble.next = 'lost answer'
    autosave.change('b')
    expect(await autosave.flush()).toBe(false)
    autosave.change(next)
    expect(await autosave.flush()).toBe(true)
    expect([stored.content, autosave.state().kind]).toEqual([next, 'saved'])
  }
})

test('somebody else has saved: nothing is overwritten until it is asked for', async () => {
  const { stored, sent, kept, open } = site()
  const autosave = open()
  Object.assign(stored, { content: 'theirs', version: 5 })
  autosave.change('mine')
  expect(await autosave.flush()).toBe(false)
  expect(autosave.state()).toEqual({ kind: 'conflict', message: 'Changed.', theirs: 5 })
  autosave.change('mine too')
  await vi.advanceTimersByTimeAsync(20_000)
  expect([sent, kept.draft]).toEqual([['mine'], { version: 1, content: 'mine too', sent: 'mine' }])
  expect(await autosave.overwrite(5)).toBe(true)
  expect([stored.content, kept.draft]).toEqual(['mine too', undefined])
})

test('their version is loaded: ours is given up', async () => {
  const { stored, kept, open } = site()
  const autosave = open()
  Object.assign(stored, { content: 'theirs', version: 5 })
  autosave.change('mine')
  await autosave.flush()
  autosave.discard()
  await autosave.flush()
  expect([stored.content, kept.draft, autosave.state().kind]).toEqual(['theirs', undefined, 'saved'])
})

test.each([
  ['of the same version is saved', { version: 1, content: 'b', sent: null }, 'a', 'saved', 'b'],
  ['that the server has is dropped', { version: 1, content: 'a', sent: null }, 'a', 'saved', 'a'],
  ['whose first part arrived is saved', { version: 0, content: 'b', sent: 'a' }, 'a', 'saved', 'b'],
  ['of an older version is in conflict', { version: 0, content: 'b', sent: 'x' }, 'a', 'conflict', 'a'],
])('a draft %s', async (_, draft, content, kind, result) => {
  const { stored, kept, open } = site(content)
  const autosave = open()
  autosave.resume(draft, 'Changed.')
  await vi.advanceTimersByTimeAsync(5000)
  expect([autosave.state().kind, stored.content]).toEqual([kind, result])
  if (kind === 'conflict') expect(kept.draft?.version).toBe(0)
  else expect(kept.draft).toBeUndefined()
})

test('captions that are gone are said to be, and none without text are sent', async () => {
  const { sent, trouble, open } = site()
  const autosave = open()
  trouble.next = 'gone'
  autosave.change('b')
  await autosave.flush()
  expect(autosave.state()).toMatchObject({ kind: 'failed', isGone: true })
  autosave.change(undefined)
  expect(await autosave.flush()).toBe(false)
  expect([sent, autosave.state()]).toEqual([['b'], expect.objectContaining({ message: expect.stringContaining('needs text') })])
})
