import { vi } from 'vitest'

/** The parts of a browser that jsdom leaves out and the shell touches. */
export function fakeBrowser(): void {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}

/** One lock at a time, in the order in which they were asked for, shared by all that look like tabs. */
export function fakeLocks(): void {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
}

export function noLocks(): void {
  Reflect.deleteProperty(navigator, 'locks')
}
