// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { fakeApi } from '../../../test-support/fake-api.ts'
import { FakeTus, fakeTransfers } from '../../../test-support/fake-transfer.ts'
import { signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { handOverFiles } from '../../jobs-view/handed-files.ts'
import { UploadPage } from './upload-page.tsx'

vi.mock('tus-js-client', () => ({ Upload: FakeTus }))
signInBeforeEach()

test('a file that was dropped on the dashboard is uploaded, by the limit of the site', async () => {
  fakeTransfers()
  const seen = fakeApi({
    'GET /upload/limits': () => ({ body: { success: true, maxBytes: 3e9, types: [] } }),
    'POST /upload/generate-url': () => new Promise(() => undefined),
  })
  const file = new File(['x'], 'beach.mp4', { type: 'video/mp4' })
  // More than sites allow by default.
  Object.defineProperty(file, 'size', { value: 1e9 })
  handOverFiles([file])
  showPage(<UploadPage />, '/upload')
  await vi.waitFor(() => expect(seen.find(({ key }) => key === 'POST /upload/generate-url')?.body).toMatchObject({ filename: 'beach.mp4' }))
})
