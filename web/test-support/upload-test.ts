import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { currentToasts, dismissToast } from '../src/ui/overlays/toast-store.ts'
import { finishUploads } from '../src/uploads-view/queue/upload-control.ts'
import { currentUploads } from '../src/uploads-view/queue/upload-store.ts'
import { dropUpload, forgetTask } from '../src/uploads-view/queue/upload-tasks.ts'
import { fakeTransfers } from './fake-transfer.ts'

/** Around each test: nothing is really sent, and no upload or toast is left. */
export function fakeUploadsAroundEach(): void {
  beforeEach(() => fakeTransfers())
  afterEach(() => {
    cleanup()
    act(() => {
      finishUploads()
      for (const { id } of currentUploads()) {
        forgetTask(id)
        dropUpload(id)
      }
    })
    for (const toast of currentToasts()) dismissToast(toast.id)
    vi.unstubAllGlobals()
  })
}
