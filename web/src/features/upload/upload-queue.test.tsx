import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike } from '../../../test-support/fake-jobs.ts'
import { FakeRequest, FakeTus } from '../../../test-support/fake-transfer.ts'
import { fileOf, nextRequest, uploadIdAt, uploadServer } from '../../../test-support/fake-uploads.ts'
import { signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { fakeUploadsAroundEach } from '../../../test-support/upload-test.ts'
import { endSession } from '../../session/session-store.ts'
import { currentToasts } from '../../ui/overlays/toast-store.ts'
import { currentUploads } from '../../uploads-view/queue/upload-store.ts'
import { UploadPage } from './upload-page.tsx'

vi.mock('tus-js-client', () => ({ Upload: FakeTus }))

signInBeforeEach()
fakeUploadsAroundEach()

const threeFiles = () => ['one.mp4', 'two.mov', 'three.mkv'].map((name) => fileOf(name, ''))
const row = (name: string) => screen.getByRole('button', { name }).closest('li') ?? document.body
const titleField = () => screen.getByLabelText<HTMLInputElement>('Title')
const answer = (index: number) => act(async () => FakeRequest.all[index]?.answer(200))

type Handlers = Parameters<typeof fakeApi>[0]

const add = (files: File[]) => act(async () => void fireEvent.change(screen.getByLabelText('Video file'), { target: { files } }))

async function choose(files: File[], parts: Handlers = {}) {
  const seen = fakeApi(uploadServer(parts))
  showPage(<UploadPage />, '/upload')
  await add(files)
  return seen
}

test('each file has its own title and state; two are sent at once, and the third when a first one has arrived', async () => {
  await choose(threeFiles())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '3 videos' }))
  await nextRequest(2)
  expect(FakeRequest.all).toHaveLength(2)
  expect(within(row('one')).getByText('Uploading')).toBeDefined()
  expect(within(row('three')).getByText('Waiting for its turn')).toBeDefined()
  await answer(0)
  await within(row('one')).findByText('Uploaded')
  await nextRequest(3)
  expect(within(row('three')).getByText('Uploading')).toBeDefined()
})

test('the details are those of the chosen row', async () => {
  await choose(threeFiles())
  expect(titleField().value).toBe('one')
  await userEvent.click(screen.getByRole('button', { name: 'two' }))
  expect(screen.getByRole('button', { name: 'two' }).getAttribute('aria-current')).toBe('true')
  await userEvent.type(titleField(), ' b')
  await userEvent.click(screen.getByRole('button', { name: 'one' }))
  expect(titleField().value).toBe('one')
  expect(currentUploads().map(({ details }) => details.title)).toEqual(['one', 'two b', 'three'])
})

test('visibility and formats of one can be used for all', async () => {
  await choose(threeFiles())
  await userEvent.selectOptions(screen.getByLabelText('Visibility'), 'private')
  await userEvent.click(screen.getByLabelText('4K'))
  expect(currentUploads().map(({ details }) => details.visibility)).toEqual(['private', 'public', 'public'])
  await userEvent.click(screen.getByRole('button', { name: 'Use visibility and formats for all' }))
  for (const { details } of currentUploads()) {
    expect(details).toMatchObject({ visibility: 'private', outputFormats: ['1080p', '720p', '480p'] })
  }
})

test('Publish all publishes each as it arrives, and the page stays with a link to each', async () => {
  const seen = await choose(threeFiles())
  await userEvent.click(screen.getByRole('button', { name: 'Publish all when uploaded' }))
  await nextRequest(2)
  for (const index of [0, 1, 2]) {
    await nextRequest(index + 1)
    await answer(index)
  }
  expect(await screen.findByText('All of them are being processed.')).toBeDefined()
  expect(currentAddress()).toBe('/upload')
  const links = ['one.mp4', 'two.mov', 'three.mkv'].map((name) => screen.getByRole('link', { name: `Open ${name}` }).getAttribute('href'))
  expect(links).toEqual([1, 2, 3].map((number) => `/video/${uploadIdAt(number)}`))
  expect(seen.filter(({ key }) => key === 'POST /jobs')).toHaveLength(3)
  expect(currentToasts()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Upload Another' }))
  expect(screen.getByText('Drop a video here')).toBeDefined()
})

test('one that is refused does not stop the others', async () => {
  let count = 0
  await choose(threeFiles(), {
    'POST /jobs': () => {
      count += 1
      return count === 1 ? failure(400, 'INVALID_INPUT', 'No.') : { status: 201, body: { success: true, job: jobLike(1) } }
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Publish all when uploaded' }))
  await nextRequest(2)
  await answer(0)
  expect(await within(row('one')).findByText('Failed to start processing: No.')).toBeDefined()
  await answer(1)
  expect(await within(row('two')).findByText('Processing started')).toBeDefined()
})

test('a file that is not taken is named, and the others are sent', async () => {
  await choose([fileOf('notes.txt', 'text/plain'), fileOf('clip.webm', 'video/webm')])
  await nextRequest()
  const [alert] = screen.getAllByRole('alert').filter((each) => each.textContent !== '')
  expect(alert?.textContent).toBe('notes.txt: Please select a valid video file (MP4, MOV, or AVI)')
  expect(screen.getByRole('heading', { name: 'clip.webm' })).toBeDefined()
})

test('files can be added while one is on its way; they take its visibility', async () => {
  await choose([fileOf()])
  await nextRequest()
  await userEvent.selectOptions(screen.getByLabelText('Visibility'), 'private')
  await add([fileOf('later.mp4')])
  await nextRequest(2)
  expect(screen.getByRole('heading', { name: '2 videos' })).toBeDefined()
  expect(currentUploads()[1]?.details).toMatchObject({ title: 'later', visibility: 'private' })
})

test('cancelling one lets the next begin, and a single one is shown as usual', async () => {
  await choose(threeFiles())
  await nextRequest(2)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel one.mp4' }))
  await userEvent.click(screen.getByRole('button', { name: 'Stop and discard' }))
  await nextRequest(3)
  expect(within(row('three')).getByText('Uploading')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel two.mov' }))
  await userEvent.click(screen.getByRole('button', { name: 'Stop and discard' }))
  expect(screen.getByRole('heading', { name: 'three.mkv' })).toBeDefined()
})

test('Start Processing of one keeps the page, because others are not done', async () => {
  await choose(threeFiles())
  await nextRequest(2)
  await answer(0)
  await within(row('one')).findByText('Uploaded')
  await userEvent.click(screen.getByRole('button', { name: 'Start Processing' }))
  expect(await within(row('one')).findByText('Processing started')).toBeDefined()
  expect(currentAddress()).toBe('/upload')
})

test('closing the tab asks first while a file waits, and signing out ends all of them', async () => {
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await choose(threeFiles())
  await nextRequest(2)
  expect(leaves()).toBe(false)
  await act(async () => endSession())
  expect(currentUploads()).toEqual([])
  expect(FakeRequest.all.every(({ isAborted }) => isAborted)).toBe(true)
  expect(leaves()).toBe(true)
})

test('a failed file can be tried again in its row', async () => {
  await choose(threeFiles())
  await nextRequest(2)
  await act(async () => FakeRequest.all[0]?.answer(503, { message: 'Not now.', error: 'x', code: 'UNAVAILABLE' }))
  expect(await within(row('one')).findByText('Not now.')).toBeDefined()
  await answer(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try again: one.mp4' }))
  await waitFor(() => expect(within(row('one')).getByText('Uploading')).toBeDefined())
})
