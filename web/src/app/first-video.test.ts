import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { addFirstVideo } from '../videos-view/first-video.ts'
import { videoKeys } from '../videos-view/video-keys.ts'
import { clientOf } from './query-scope.tsx'

afterEach(() => document.body.replaceChildren())

function putIntoPage(video: object): void {
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'first-video'
  script.textContent = JSON.stringify(video)
  document.body.append(script)
}

test('a page without a video fills nothing', () => {
  const client = new QueryClient()
  addFirstVideo(client)
  expect(client.getQueryCache().getAll()).toEqual([])
})

test('the video of the page is known to visitors, and fetched anew for a signed-in person', () => {
  putIntoPage({ id: 'one', title: 'Open' })
  clientOf('somebody')
  expect(clientOf(undefined).getQueryData(videoKeys.one('one', undefined))).toEqual({ id: 'one', title: 'Open' })
  expect(clientOf(undefined).getQueryData(videoKeys.one('one', 'secret'))).toBeUndefined()
  expect(clientOf('somebody').getQueryData(videoKeys.one('one', undefined))).toBeUndefined()
})
