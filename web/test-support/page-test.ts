import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { currentToasts, dismissToast } from '../src/ui/overlays/toast-store.ts'
import { storeSession } from './fake-api.ts'
import { fakeBrowser } from './fake-browser.ts'

/** The live stream stays open for a moment after the page; it must not reach into the next test. */
const streamReleaseMs = 1500

/** Before each test: a browser in which Ada is signed in, and nothing else is stored. */
export function signInBeforeEach(): void {
  beforeEach(() => {
    localStorage.clear()
    storeSession()
    fakeBrowser()
  })
}

/** After each test: removes the page, its toasts and every fake. */
export function resetAfterEach(): void {
  afterEach(async () => {
    cleanup()
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(streamReleaseMs)
    for (const { id } of currentToasts()) dismissToast(id)
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Lets time pass, and then runs what it started. */
export async function pass(milliseconds = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await act(() => vi.advanceTimersByTimeAsync(5))
}
