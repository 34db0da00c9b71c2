import { act, fireEvent, screen, within } from '@testing-library/react'
import type { Caption, Transcription } from '@video-forge/contract/captions'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { fakeStream } from '../../../test-support/fake-stream.ts'
import { captionLike, captionsAnswer, detailsLike, videoId } from '../../../test-support/fake-videos.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { useVideo } from '../video-query.ts'
import { CaptionsEditor } from './captions-editor.tsx'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

const address = `/gallery/videos/${videoId(1)}`
const automaticAddress = `${address}/captions/automatic`
const pollMs = 3000

function Page() {
  const { data } = useVideo(videoId(1), undefined)
  return data ? <CaptionsEditor video={data} /> : null
}

interface Site {
  captions: Caption[]
  transcription: Transcription | null
  canTranscribe: boolean
}

const transcriptionLike = (status: Transcription['status'], parts: Partial<Transcription> = {}): Transcription => ({
  status,
  progress: 0,
  language: 'en',
  message: null,
  ...parts,
})
const automatic = captionLike('c1', 'en', 'English', { source: 'automatic' })

/** A page of a site whose state a test changes. The calls change it as the server does. */
async function show(parts: Partial<Site>, handlers: Parameters<typeof fakeApi>[0] = {}, beforePage = () => {}) {
  const site: Site = { captions: [], transcription: null, canTranscribe: true, ...parts }
  const seen = fakeApi({
    [`GET ${address}`]: () => ({ body: { success: true, video: detailsLike(1, { captions: site.captions }) } }),
    [`GET ${address}/captions`]: () => captionsAnswer(site),
    [`POST ${automaticAddress}`]: () => {
      site.transcription = transcriptionLike('waiting')
      return { status: 202, body: { success: true, transcription: site.transcription } }
    },
    [`DELETE ${automaticAddress}`]: () => {
      site.transcription = null
      return { body: { success: true, result: { id: videoId(1) } } }
    },
    ...handlers,
  })
  beforePage()
  showPage(<Page />, '/video/:id', `/video/${videoId(1)}`)
  await pass(0)
  return { site, count: (key: string) => seen.filter((call) => call.key === key).length, seen }
}

const editor = () => within(screen.getByRole('region', { name: 'Captions' }))
const area = () => within(screen.getByRole('group', { name: 'Automatic captions' }))
const button = (name: string) => area().getByRole('button', { name })
const press = async (name: string) => {
  act(() => button(name).focus())
  fireEvent.click(button(name))
  await pass(0)
}
const make = 'Make automatic captions'

test('nothing is offered where the site makes none', async () => {
  await show({ canTranscribe: false })
  expect(editor().getByRole('button', { name: 'Add captions' })).toBeDefined()
  expect(screen.queryByRole('group')).toBeNull()
})

test.each([
  ['EnglishAutomatic', false],
  ['EnglishReviewed', true],
])('nothing is offered when there are automatic captions already: %s', async (text, isReviewed) => {
  await show({ captions: [{ ...automatic, isReviewed }] })
  expect(screen.getByRole('listitem').textContent).toBe(text)
  expect(screen.queryByRole('group')).toBeNull()
})

test('a server of the version before, which knows nothing of it, is no problem', async () => {
  await show({}, { [`GET ${address}/captions`]: () => ({ body: { success: true, captions: [] } }) })
  expect(screen.getByRole('button', { name: 'Add captions' })).toBeDefined()
  expect(screen.queryByRole('group')).toBeNull()
  expect(editor().queryByRole('alert')).toBeNull()
})

test('the state that could not be loaded is loaded again on request', async () => {
  let isDown = true
  const { count } = await show(
    {},
    {
      [`GET ${address}/captions`]: () =>
        isDown ? failure(500, 'INTERNAL', 'That did not work.') : captionsAnswer({ canTranscribe: true }),
    },
  )
  expect(editor().getByRole('alert').textContent).toContain('That did not work.')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass(0)
  expect(button(make)).toBeDefined()
  expect(count(`GET ${address}/captions`)).toBe(2)
})

test('they are asked for, waited for and shown when they are ready; the focus is never lost', async () => {
  const { site, count, seen } = await show({})
  expect(area().getByText('Made on this site, in English. Names and unclear speech are often wrong; check the text.')).toBeDefined()
  await pass(3 * pollMs)
  expect(count(`GET ${address}/captions`)).toBe(1)

  await press(make)
  expect(seen.find(({ key }) => key.startsWith('POST'))?.body).toEqual({})
  expect(area().getByText('Waiting to be made')).toBeDefined()
  expect(area().queryByRole('button', { name: make })).toBeNull()
  expect(area().queryByRole('progressbar')).toBeNull()
  expect(document.activeElement).toBe(button('Cancel'))

  site.transcription = transcriptionLike('running', { progress: 40 })
  await pass(pollMs)
  expect(area().getByText('Making captions… 40%')).toBeDefined()
  expect(area().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  expect(document.activeElement).toBe(button('Cancel'))
  expect(count(`GET ${address}`)).toBe(1)

  Object.assign(site, { transcription: null, captions: [automatic] })
  await pass(pollMs)
  expect(editor().getByRole('status').textContent).toBe('Automatic captions are ready.')
  expect(screen.getByRole('listitem').textContent).toBe('EnglishAutomatic')
  expect(screen.queryByRole('group')).toBeNull()
  expect(count(`GET ${address}`)).toBe(2)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add captions' }))
  const polls = count(`GET ${address}/captions`)
  await pass(3 * pollMs)
  expect(count(`GET ${address}/captions`)).toBe(polls)
})

test('with live events they are not asked for again and again', async () => {
  let stream: ReturnType<typeof fakeStream> | undefined
  const { site, count } = await show({ transcription: transcriptionLike('waiting') }, {}, () => {
    stream = fakeStream()
  })
  const send = async (transcription: Transcription | null, id: string) => {
    site.transcription = transcription
    const job = { jobId: videoId(1), status: 'COMPLETED', progress: 100, updated_at: '2026-01-01T00:00:00.000Z' }
    stream?.send('job_update', { ...job, transcription }, id)
    await pass(1)
  }
  await send(transcriptionLike('running', { progress: 10 }), '1')
  const before = count(`GET ${address}/captions`)
  await send(transcriptionLike('running', { progress: 60 }), '2')
  expect(area().getByText('Making captions… 60%')).toBeDefined()
  await pass(20_000)
  expect(count(`GET ${address}/captions`)).toBe(before)
  site.captions = [automatic]
  await send(null, '3')
  await pass(10)
  expect(editor().getByRole('status').textContent).toBe('Automatic captions are ready.')
})

test('where the site has several languages, the spoken one is chosen', async () => {
  const { seen } = await show({}, { [`GET ${address}/captions`]: () => captionsAnswer({ canTranscribe: true, languages: ['en', 'de'] }) })
  expect(area().getByText(/Made on this site, in English and German/)).toBeDefined()
  fireEvent.change(area().getByLabelText('Spoken language'), { target: { value: 'de' } })
  await press(make)
  expect(seen.find(({ key }) => key.startsWith('POST'))?.body).toEqual({ language: 'de' })
})

test('Cancel stops them, and they can be asked for again', async () => {
  const { count } = await show({ transcription: transcriptionLike('running', { progress: 12 }) })
  await press('Cancel')
  expect(count(`DELETE ${automaticAddress}`)).toBe(1)
  expect(document.activeElement).toBe(button(make))
  expect(editor().getByRole('status').textContent).toBe('')
})

test('captions that were finished before Cancel arrived are shown as ready', async () => {
  const { site } = await show(
    { transcription: transcriptionLike('running', { progress: 99 }) },
    {
      [`DELETE ${automaticAddress}`]: () => {
        Object.assign(site, { transcription: null, captions: [automatic] })
        return failure(404, 'NOT_FOUND', 'No automatic captions are being made.')
      },
    },
  )
  await press('Cancel')
  expect(editor().getByRole('status').textContent).toBe('Automatic captions are ready.')
  expect(screen.getByRole('listitem').textContent).toBe('EnglishAutomatic')
})

test('a failure says why; Try again asks anew, Dismiss removes it', async () => {
  const { site, count } = await show({ transcription: transcriptionLike('running') })
  act(() => button('Cancel').focus())
  site.transcription = transcriptionLike('failed', { message: 'The video has no sound.' })
  await pass(pollMs)
  expect(area().getByRole('alert').textContent).toBe('The video has no sound.')
  expect(document.activeElement).toBe(button('Try again'))
  await press('Try again')
  expect(count(`POST ${automaticAddress}`)).toBe(1)
  expect(area().getByText('Waiting to be made')).toBeDefined()
  expect(editor().queryByRole('alert')).toBeNull()

  site.transcription = transcriptionLike('failed')
  await pass(pollMs)
  expect(area().getByRole('alert').textContent).toBe('The automatic captions could not be made.')
  await press('Dismiss')
  expect(count(`DELETE ${automaticAddress}`)).toBe(1)
  expect(document.activeElement).toBe(button(make))
})

test('a failure where the site makes none any more can only be dismissed', async () => {
  await show({ canTranscribe: false, transcription: transcriptionLike('failed', { message: 'The video has no sound.' }) })
  expect(area().queryByRole('button', { name: 'Try again' })).toBeNull()
  await press('Dismiss')
  expect(screen.queryByRole('group')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add captions' }))
})

test('the reason of the server is shown when they cannot be asked for', async () => {
  const refused = 'Automatic captions are not available at the moment. Try again later.'
  await show({}, { [`POST ${automaticAddress}`]: () => failure(503, 'UNAVAILABLE', refused) })
  await press(make)
  await pass(60_000)
  expect(area().getByRole('alert').textContent).toBe(refused)
  expect(button(make)).toBeDefined()
})

test('captions that were finished while nobody looked here reach the page of the video', async () => {
  const answers: Caption[][] = [[], [automatic]]
  await show(
    { captions: [automatic] },
    { [`GET ${address}`]: () => ({ body: { success: true, video: detailsLike(1, { captions: answers.shift() ?? [] }) } }) },
  )
  expect(screen.getByRole('listitem').textContent).toBe('EnglishAutomatic')
  expect(answers).toEqual([])
})

test('after automatic captions were deleted, new ones are offered', async () => {
  const { site } = await show(
    { captions: [automatic] },
    {
      [`DELETE ${address}/captions/c1`]: () => {
        site.captions = []
        return { body: { success: true, result: { id: 'c1' } } }
      },
    },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Delete English' }))
  await pass(0)
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await pass(0)
  expect(button(make)).toBeDefined()
})
