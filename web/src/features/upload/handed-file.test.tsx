import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { handOverFiles } from '../../jobs-view/handed-files.ts'
import { UploadPage } from './upload-page.tsx'

signInBeforeEach()
resetAfterEach()

const megabyte = 1024 * 1024

test('a file that was dropped on the dashboard is taken, by the limit of the site', async () => {
  const seen = fakeApi({ 'GET /upload/limits': () => ({ body: { success: true, maxBytes: 10 * megabyte, types: [] } }) })
  const file = new File(['x'], 'beach.mp4', { type: 'video/mp4' })
  // Less than sites allow by default.
  Object.defineProperty(file, 'size', { value: 20 * megabyte })
  handOverFiles([file])
  showPage(<UploadPage />, '/upload')
  expect(await screen.findByText('File size must be less than 10MB')).toBeDefined()
  expect(seen.map(({ key }) => key)).not.toContain('POST /upload/generate-url')
})
