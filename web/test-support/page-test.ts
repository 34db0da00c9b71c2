import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { liveStatus } from '../src/live/live-store.ts'
import { currentToasts, dismissToast } from '../src/ui/overlays/toast-store.ts'
import { storeSession } from './fake-api.ts'
import { fakeBrowser } from './fake-browser.ts'

/** The live stream stays open for a moment after its page. In the next test it would stand in the way of a new one. */
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
    if (!vi.isFakeTimers()) vi.useFakeTimers()
    cleanup()
    await vi.advanceTimersByTimeAsync(streamReleaseMs)
    for (const { id } of currentToasts()) dismissToast(id)
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    // A page that was left during the test released the stream by the real clock.
    await vi.waitFor(() => expect(liveStatus().state).toBe('disconnected'), { timeout: 10_000 })
  })
}

/** Lets time pass, and then runs what it started, including code that is loaded on demand. */
export async function pass(milliseconds = 0): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
  await act(() => vi.dynamicImportSettled())
  await act(() => vi.advanceTimersByTimeAsync(5))
}
