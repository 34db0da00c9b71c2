import { vi } from 'vitest'

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Browser features that jsdom lacks and the application uses. */
export function fakeBrowser(): void {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }))
  vi.stubGlobal('ResizeObserver', SilentObserver)
  vi.stubGlobal('IntersectionObserver', SilentObserver)
}

/** One lock at a time, in order of request, shared by all simulated tabs. */
export function fakeLocks(): void {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
}

export function noLocks(): void {
  Reflect.deleteProperty(navigator, 'locks')
}
