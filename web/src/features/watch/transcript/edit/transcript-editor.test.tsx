import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi, type RecordedCall } from '../../../../../test-support/fake-api.ts'
import { fakeMedia } from '../../../../../test-support/fake-media.ts'
import { captionLike, detailsLike, videoId } from '../../../../../test-support/fake-videos.ts'
import { resetAfterEach, signInBeforeEach } from '../../../../../test-support/page-test.ts'
import { showPage } from '../../../../../test-support/show-page.tsx'
import { PlaybackContext } from '../../playback/playback-context.ts'
import { TranscriptPanel } from '../transcript-panel.tsx'
import { draftOf } from './saving/drafts.ts'

const id = videoId(1)
const captionId = videoId(11)

signInBeforeEach()
beforeEach(() => {
  fakeMedia()
  sessionStorage.clear()
})
resetAfterEach()

/** A server with one text, as the product keeps it. */
function site(cues = ['one two', 'three', 'four']) {
  const stored = {
    version: 1,
    cues: cues.map((text, index) => ({
      start: index * 10,
      end: index * 10 + 4,
      text,
      markup: text,
      settings: index === 0 ? 'line:0' : '',
    })),
  }
  const saved: string[] = []
  const trouble: { answer: ReturnType<typeof failure> | undefined } = { answer: undefined }
  const put = ({ body }: RecordedCall) => {
    const { answer } = trouble
    trouble.answer = undefined
    if (answer) return answer
    const { content, version } = body as { content: string; version: number }
    if (version !== stored.version) return failure(409, 'CONFLICT', 'Changed meanwhile.', { version: stored.version })
    saved.push(content)
    stored.version++
    return {
      body: { success: true, caption: captionLike(captionId, 'en', 'English', { version: stored.version, isReviewed: true }), notes: [] },
    }
  }
  fakeApi({
    [`GET /gallery/videos/${id}/transcript`]: () => ({
      body: { success: true, captionId, language: 'en', source: 'automatic', isReviewed: false, ...stored },
    }),
    [`PUT /gallery/videos/${id}/captions/${captionId}`]: put,
  })
  const video = document.createElement('video')
  const captions = [captionLike(captionId, 'en', 'English', { source: 'automatic' })]
  function Panel({ isOwner }: { isOwner: boolean }) {
    const [canEdit, setCanEdit] = useState(isOwner)
    return (
      <PlaybackContext value={{ element: video, seekTo: vi.fn() }}>
        <button type="button" onClick={() => setCanEdit(true)}>
          the answer for the owner
        </button>
        <TranscriptPanel video={detailsLike(1, { captions, canEdit })} link={undefined} />
      </PlaybackContext>
    )
  }
  const show = (isOwner = true) => showPage(<Panel isOwner={isOwner} />, '/video/:id', `/video/${id}`)
  return { stored, saved, trouble, video, show }
}

async function edit() {
  fireEvent.click(screen.getByRole('button', { name: 'Show transcript' }))
  fireEvent.click(screen.getByRole('button', { name: 'Edit transcript' }))
  return area(1)
}
/** The text area, once this caption is in edit. */
const area = async (number: number) => {
  const found = await screen.findByRole('textbox', { name: new RegExp(`^Text of caption ${number} of`) })
  if (!(found instanceof HTMLTextAreaElement)) throw new Error('no text area')
  return found
}
const write = (field: Element, value: string) => fireEvent.change(field, { target: { value } })
const press = async (field: Element, key: string, modifiers: object = {}) => {
  await act(async () => void fireEvent.keyDown(field, { key, ...modifiers }))
}
const list = () => within(screen.getByRole('list', { name: 'Captions' }))
const problem = () =>
  within(screen.getByRole('region', { name: /^Edit transcript/ }))
    .findByRole('alert')
    .then(({ textContent }) => textContent)
const saveWord = (word: string) => waitFor(() => expect(document.querySelector('[data-save-state]')?.textContent).toBe(word))

test('only the owner has the button', () => {
  site().show(false)
  fireEvent.click(screen.getByRole('button', { name: 'Show transcript' }))
  expect(screen.queryByRole('button', { name: 'Edit transcript' })).toBeNull()
})

test('Enter saves a caption and goes to the next; Escape leaves', async () => {
  const { saved, show } = site()
  show()
  const first = await edit()
  expect([document.activeElement, first.value, screen.getAllByRole('textbox').filter((each) => each.tagName === 'TEXTAREA')]).toEqual([
    first,
    'one two',
    [first],
  ])
  write(first, 'One, <i>two</i> & more')
  await press(first, 'Enter')
  expect(document.activeElement).toBe(await area(2))
  await saveWord('Saved')
  expect(saved).toEqual([
    'WEBVTT\n\n00:00:00.000 --> 00:00:04.000 line:0\nOne, <i>two</i> &amp; more\n\n00:00:10.000 --> 00:00:14.000\nthree\n\n00:00:20.000 --> 00:00:24.000\nfour\n',
  ])
  await press(await area(2), 'Escape')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit transcript' })))
})

test('split at the caret, join at the start, undo and redo, by keys', async () => {
  const { saved, show } = site()
  show()
  const first = await edit()
  first.setSelectionRange(3, 3)
  await press(first, 'Enter', { ctrlKey: true })
  const second = await area(2)
  expect([second.value, second.selectionStart, list().getByRole('button', { name: /^0:00/ }).textContent]).toEqual(['two', 0, '0:00one'])
  await press(second, 'Backspace', { ctrlKey: true })
  expect((await area(1)).value).toBe('one two')
  await press(await area(1), 'z', { ctrlKey: true })
  await press(document.activeElement ?? first, 'z', { ctrlKey: true })
  expect((await area(1)).value).toBe('one two')
  await press(document.activeElement ?? first, 'Z', { ctrlKey: true, shiftKey: true })
  expect(screen.getByRole('textbox', { name: /of 4$/ })).toBeTruthy()
  await press(document.activeElement ?? first, 'Escape')
  await screen.findByRole('button', { name: 'Edit transcript' })
  expect(saved.at(-1)).toContain('00:00:00.000 --> 00:00:02.000 line:0\none\n\n00:00:02.000 --> 00:00:04.000 line:0\ntwo\n')
})

test('Enter that ends a word of an input method is not a command', async () => {
  site().show()
  const first = await edit()
  await press(first, 'Enter', { isComposing: true })
  expect(document.activeElement).toBe(first)
})

test('times are typed, nudged and taken from the video, within their neighbours', async () => {
  const { video, saved, show } = site()
  show()
  await press(await edit(), 'ArrowDown', { altKey: true })
  await area(2)
  const start = screen.getByRole('textbox', { name: 'Start' })
  await press(start, 'ArrowUp')
  expect(start).toHaveProperty('value', '0:10.1')
  write(start, '0:12.5')
  await press(start, 'Enter')
  write(start, '0:14')
  await press(start, 'Enter')
  expect([list().getByRole('alert').textContent, start.getAttribute('aria-invalid')]).toEqual([
    'The start must be between 0:00.0 and 0:13.9.',
    'true',
  ])
  video.currentTime = 13
  fireEvent.click(screen.getByRole('button', { name: 'Set the start to the current time' }))
  video.currentTime = 17.25
  fireEvent.click(screen.getByRole('button', { name: 'Set the end to the current time' }))
  await press(await area(2), 'Escape')
  await screen.findByRole('button', { name: 'Edit transcript' })
  expect(saved.at(-1)).toContain('00:00:13.000 --> 00:00:17.250\nthree')
})

test('a caption is played, added and deleted', async () => {
  const { video, show } = site()
  show()
  const first = await edit()
  await press(first, 'ArrowDown', { altKey: true })
  await press(await area(2), ' ', { ctrlKey: true })
  expect([video.currentTime, video.paused]).toEqual([10, false])
  await press(await area(2), 'Enter', { altKey: true })
  expect((await area(3)).value).toBe('')
  await press(await area(3), 'Backspace', { ctrlKey: true, shiftKey: true })
  expect((await area(3)).value).toBe('four')
})

test('a failure says why and is tried again; until then the page warns and keeps a draft', async () => {
  const { saved, trouble, show } = site()
  show()
  trouble.answer = failure(409, 'QUOTA_REACHED', 'Your storage is full.')
  write(await edit(), 'changed')
  await press(await area(1), 'Escape')
  expect(await problem()).toContain('Your storage is full.')
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect([leaves(), draftOf(captionId).read()?.content]).toEqual([false, expect.stringContaining('changed')])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await saveWord('Saved')
  expect([leaves(), draftOf(captionId).read(), saved]).toEqual([true, undefined, [expect.stringContaining('changed')]])
})

test('a reload continues with what was not saved', async () => {
  const { saved, show } = site()
  draftOf(captionId).write({ version: 1, content: 'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\ndrafted\n', sent: null })
  show()
  expect((await area(1)).value).toBe('drafted')
  await press(await area(1), 'Escape')
  await screen.findByRole('button', { name: 'Edit transcript' })
  expect([saved, draftOf(captionId).read()]).toEqual([['WEBVTT\n\n00:00:00.000 --> 00:00:04.000\ndrafted\n'], undefined])
})

test('also when the first answer was that of a visitor', async () => {
  const { show } = site()
  draftOf(captionId).write({ version: 1, content: 'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\ndrafted\n', sent: null })
  show(false)
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'the answer for the owner' }))
  expect((await area(1)).value).toBe('drafted')
})

test('somebody else has saved: their version is loaded, or replaced', async () => {
  const { stored, saved, show } = site()
  show()
  const first = await edit()
  stored.version = 7
  write(first, 'mine')
  await press(first, 'Enter')
  expect(await problem()).toContain('Changed meanwhile. Your changes are not saved.')
  fireEvent.click(screen.getByRole('button', { name: 'Replace it by mine' }))
  await saveWord('Saved')
  expect(saved).toEqual([expect.stringContaining('mine')])

  stored.version = 20
  write(await area(2), 'mine again')
  await press(await area(2), 'Enter')
  await problem()
  const theirs = stored.cues[0]
  if (theirs) Object.assign(theirs, { text: 'theirs', markup: 'theirs' })
  fireEvent.click(screen.getByRole('button', { name: 'Load their version' }))
  await waitFor(async () => expect((await area(1)).value).toBe('theirs'))
  expect([saved.length, draftOf(captionId).read()]).toEqual([1, undefined])
})

test('of 2,000 captions only the one in edit has fields', async () => {
  const { show } = site(Array.from({ length: 2000 }, (_, index) => `text ${index}`))
  show()
  await edit()
  expect([document.querySelectorAll('[role=listitem]').length, document.querySelectorAll('textarea').length]).toEqual([2000, 1])
})
