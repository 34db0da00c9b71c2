import { fireEvent, screen } from '@testing-library/react'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { limits } from '@video-forge/contract/rules/limits'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { fakeMedia } from '../../../test-support/fake-media.ts'
import { detailsLike, streamLike, videoId } from '../../../test-support/fake-videos.ts'
import { resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { useVideo } from '../video-query.ts'
import { ThumbnailEditor } from './thumbnail-editor.tsx'

signInBeforeEach()
resetAfterEach()

const address = `/gallery/videos/${videoId(1)}`

function Page() {
  const { data } = useVideo(videoId(1), undefined)
  return data ? <ThumbnailEditor video={data} /> : null
}

async function show(parts: Partial<VideoDetails>, handlers: Parameters<typeof fakeApi>[0] = {}) {
  fakeMedia()
  const seen = fakeApi({
    [`GET ${address}`]: () => ({ body: { success: true, video: detailsLike(1, parts) } }),
    [`GET ${address}/stream`]: () => streamLike(),
    ...handlers,
  })
  showPage(<Page />, '/video/:id', `/video/${videoId(1)}`)
  await screen.findByRole('region', { name: 'Thumbnail' })
  return seen
}
const changed = (parts: Partial<VideoDetails>) => () => ({ body: { success: true, video: detailsLike(1, parts) } })
const pressed = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const picture = () => screen.getByRole('img', { name: 'Current thumbnail' }).getAttribute('src')
const upload = (file: File) => fireEvent.change(screen.getByLabelText('Thumbnail picture'), { target: { files: [file] } })
const bodiesOf = (seen: { key: string; body: unknown }[]) =>
  seen.filter(({ key }) => key === `POST ${address}/thumbnail`).map(({ body }) => body)

test('a frame is found with the keyboard and becomes the thumbnail', async () => {
  const seen = await show(
    { thumbnailUrl: '/old.jpg' },
    { [`POST ${address}/thumbnail`]: changed({ thumbnailUrl: '/new.jpg?v=1', hasChosenThumbnail: true }) },
  )
  expect([picture(), screen.queryByRole('button', { name: 'Automatic' })]).toEqual(['/old.jpg', null])
  pressed('Choose a frame')
  const slider = await screen.findByRole('slider', { name: 'Position' })
  expect([document.activeElement, slider.getAttribute('max')]).toEqual([slider, '84'])
  fireEvent.change(slider, { target: { value: '12.5' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('0:12.5 of 1:24.0')
  expect(document.querySelector('video')?.currentTime).toBe(12.5)
  pressed('Use this frame')
  expect(await screen.findByText('The frame is the thumbnail now.')).toBeTruthy()
  expect(bodiesOf(seen)).toEqual([{ time: 12.5 }])
  expect([picture(), document.activeElement]).toEqual(['/new.jpg?v=1', screen.getByRole('button', { name: 'Choose a frame' })])
})

test('a picture is sent as it is, and the automatic thumbnail comes back', async () => {
  const seen = await show(
    {},
    {
      [`POST ${address}/thumbnail`]: changed({ thumbnailUrl: '/new.jpg?v=1', hasChosenThumbnail: true }),
      [`DELETE ${address}/thumbnail`]: changed({ thumbnailUrl: '/old.jpg?v=2' }),
    },
  )
  expect(screen.getByText('No thumbnail yet')).toBeTruthy()
  const file = new File(['picture'], 'cover.png', { type: 'image/png' })
  upload(file)
  expect(await screen.findByText('The picture is the thumbnail now.')).toBeTruthy()
  expect([picture(), bodiesOf(seen)]).toEqual(['/new.jpg?v=1', [file]])
  pressed('Automatic')
  expect(await screen.findByText('The automatic thumbnail is back.')).toBeTruthy()
  expect([picture(), screen.queryByRole('button', { name: 'Automatic' })]).toEqual(['/old.jpg?v=2', null])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a frame' }))
})

test.each([
  [new File(['x'], 'a.svg', { type: 'image/svg+xml' }), 'Choose a JPEG, PNG or WebP picture.'],
  [
    new File([new Uint8Array(limits.maxPictureBytes + 1)], 'a.png', { type: 'image/png' }),
    'The picture is larger than 10 MB. Choose a smaller one.',
  ],
])('a wrong picture is refused before it is sent', async (file, message) => {
  const seen = await show({})
  upload(file)
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
  expect(bodiesOf(seen)).toEqual([])
})

test('a refusal of the server is shown, and the frame can be chosen again', async () => {
  await show({}, { [`POST ${address}/thumbnail`]: () => failure(409, 'CONFLICT', 'No picture can be taken at this position.') })
  pressed('Choose a frame')
  await screen.findByRole('slider')
  pressed('Use this frame')
  expect((await screen.findByText('No picture can be taken at this position.')).closest('[role=alert]')).toBeTruthy()
  expect(screen.getByRole('slider')).toBeTruthy()
})

test('while the video is being encoded the page says when a frame can be chosen', async () => {
  await show({}, { [`GET ${address}/stream`]: () => streamLike({ stream: { live: true } }) })
  pressed('Choose a frame')
  expect((await screen.findByText('A frame can be chosen when the video is fully processed.')).closest('[role=alert]')).toBeTruthy()
})
