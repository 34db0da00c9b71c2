import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadOnce } from './reload-once.ts'

const reload = vi.fn()
beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('reloads once for each reason', () => {
  expect([reloadOnce('/a.js'), reloadOnce('/a.js'), reloadOnce('/b.js')]).toEqual([true, false, true])
  expect(reload).toHaveBeenCalledTimes(2)
})

test('the next version of the same day may do it again', () => {
  vi.useFakeTimers()
  reloadOnce('/a.js')
  vi.advanceTimersByTime(9 * 60_000)
  expect(reloadOnce('/a.js')).toBe(false)
  vi.advanceTimersByTime(2 * 60_000)
  expect(reloadOnce('/a.js')).toBe(true)
})

test('does not reload while something would be lost', () => {
  const object = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', object)
  expect(reloadOnce('/a.js')).toBe(false)
  window.removeEventListener('beforeunload', object)
  expect(reloadOnce('/a.js')).toBe(true)
})

test('does not reload where nothing can be remembered', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  expect(reloadOnce('/a.js')).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
