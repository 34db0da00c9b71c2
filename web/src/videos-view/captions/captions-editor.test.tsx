import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Caption } from '@video-forge/contract/captions'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { captionLike, captionsAnswer, detailsLike, videoId } from '../../../test-support/fake-videos.ts'
import { resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { useVideo } from '../video-query.ts'
import { CaptionsEditor } from './captions-editor.tsx'

signInBeforeEach()
resetAfterEach()

const address = `/gallery/videos/${videoId(1)}`
const srt = '1\n00:00:01,000 --> 00:00:02,000\nHallo\n'

function Page() {
  const { data } = useVideo(videoId(1), undefined)
  return data ? <CaptionsEditor video={data} /> : null
}

async function show(captions: Caption[], handlers: Parameters<typeof fakeApi>[0] = {}) {
  const seen = fakeApi({
    [`GET ${address}`]: () => ({ body: { success: true, video: detailsLike(1, { captions }) } }),
    [`GET ${address}/captions`]: () => captionsAnswer({ captions }),
    ...handlers,
  })
  showPage(<Page />, '/video/:id', `/video/${videoId(1)}`)
  await screen.findByRole('region', { name: 'Captions' })
  return seen
}

const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return Object.assign(new File([bytes], name), { arrayBuffer: async () => bytes.buffer })
}
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText('Caption files'), { target: { files } })

test('a file is added in the language of its name, the first as the default', async () => {
  const captions: Caption[] = []
  const seen = await show(captions, {
    [`POST ${address}/captions`]: () => {
      captions.push(captionLike('c1', 'de', 'German', { isDefault: true }))
      return { status: 201, body: { success: true, caption: captions[0], notes: [] } }
    },
  })
  choose(fileOf('talk.de.srt', srt))
  const form = within(await screen.findByRole('form', { name: 'talk.de.srt' }))
  expect(form.getByLabelText<HTMLSelectElement>('Language').value).toBe('de')
  fireEvent.click(form.getByRole('button', { name: 'Add captions' }))
  expect(await screen.findByText('The captions "German" were added.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Change German' })).toBeTruthy()
  const sent = seen.find(({ key }) => key === `POST ${address}/captions`)
  expect(sent?.body).toEqual({ language: 'de', label: '', isDefault: true, content: srt })
})

test('a broken file shows the line beside its name, and is not sent', async () => {
  await show([])
  fireEvent.drop(screen.getByRole('region', { name: 'Captions' }), {
    dataTransfer: { files: [fileOf('bad.srt', `${srt}\n2\n00:00:0x --> 1\nx`)] },
  })
  const form = within(await screen.findByRole('form', { name: 'bad.srt' }))
  expect(form.getByRole('alert').textContent).toContain('Line 6: "00:00:0x --> 1" is no valid time')
  expect(form.queryByRole('button', { name: 'Add captions' })).toBeNull()
})

test('Windows-1252 is read; without a language in the name one must be chosen; the reason of the server is shown', async () => {
  const refused = 'A video can have at most 50 captions. Delete some first.'
  const seen = await show([], { [`POST ${address}/captions`]: () => failure(409, 'CONFLICT', refused) })
  const bytes = Uint8Array.from(srt.replace('Hallo', 'Gr\u00fc\u00dfe'), (letter) => letter.charCodeAt(0))
  choose(fileOf('talk.srt', bytes))
  const form = within(await screen.findByRole('form', { name: 'talk.srt' }))
  fireEvent.click(form.getByRole('button', { name: 'Add captions' }))
  expect(form.getByRole('alert').textContent).toBe('Choose a language')
  fireEvent.change(form.getByLabelText('Language'), { target: { value: 'en' } })
  fireEvent.click(form.getByRole('button', { name: 'Add captions' }))
  await waitFor(() => expect(form.getByRole('alert').textContent).toBe(refused))
  expect(seen.find(({ key }) => key.startsWith('POST'))?.body).toMatchObject({ content: expect.stringContaining('Gr\u00fc\u00dfe') })
})

test('captions are changed, and deleted after a question', async () => {
  const seen = await show(
    [captionLike('c1', 'de', 'Deutsch', { source: 'embedded' }), captionLike('c2', 'en', 'English', { source: 'automatic' })],
    {
      [`PATCH ${address}/captions/c1`]: () => ({ body: { success: true, caption: captionLike('c1', 'de', 'Deutsch') } }),
      [`DELETE ${address}/captions/c2`]: () => ({ body: { success: true, result: { id: 'c2' } } }),
    },
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'DeutschGermanFrom the video file',
    'EnglishAutomatic',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Change Deutsch' }))
  const form = within(screen.getByRole('form', { name: 'Change Deutsch' }))
  expect(form.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/c1.vtt?download',
    '/c1.srt?download',
    '/c1.txt?download',
  ])
  fireEvent.click(form.getByRole('switch', { name: /Default/ }))
  fireEvent.click(form.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  expect(seen.find(({ key }) => key.startsWith('PATCH'))?.body).toEqual({ language: 'de', label: 'Deutsch', isDefault: true })
  fireEvent.click(screen.getByRole('button', { name: 'Delete English' }))
  expect(seen.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The captions "English" were deleted.')).toBeTruthy()
})
