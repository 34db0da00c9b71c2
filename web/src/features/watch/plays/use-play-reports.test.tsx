import { render } from '@testing-library/react'
import type { PlayReport } from '@video-forge/contract/plays'
import { useRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../../test-support/fake-api.ts'
import { fakeMedia } from '../../../../test-support/fake-media.ts'
import { videoId } from '../../../../test-support/fake-videos.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../../test-support/page-test.ts'
import { mergePlayed } from './merge-played.ts'
import { readReferrerHost } from './referrer-host.ts'
import { usePlayReports } from './use-play-reports.ts'

const path = `/gallery/videos/${videoId(1)}/plays`

signInBeforeEach()
beforeEach(() => {
  fakeMedia()
  vi.useFakeTimers()
})
resetAfterEach()

function Player({ link }: { link?: string }) {
  const element = useRef<HTMLVideoElement>(null)
  usePlayReports(element, { id: videoId(1) }, link)
  return (
    // biome-ignore lint/a11y/useMediaCaption: nothing is played
    <video ref={element} />
  )
}

function show(answer: () => object = () => ({ status: 204 }), link?: string) {
  const seen = fakeApi({ [`POST ${path}`]: async () => answer() })
  const page = render(<Player {...(link && { link })} />)
  const video = page.container.querySelector('video') as HTMLVideoElement
  const fire = (name: string) => video.dispatchEvent(new Event(name))
  /** Plays for some seconds, with the events of a browser. */
  const play = async (seconds: number, speed = 1) => {
    for (let step = 0; step < seconds * 4; step += 1) {
      await vi.advanceTimersByTimeAsync(250)
      video.currentTime += 0.25 * speed
    }
  }
  const start = async (startupMs = 400) => {
    await video.play()
    await vi.advanceTimersByTimeAsync(startupMs)
    fire('playing')
  }
  const jump = (to: number) => {
    vi.spyOn(video, 'seeking', 'get').mockReturnValue(true)
    fire('seeking')
    video.currentTime = to
    vi.spyOn(video, 'seeking', 'get').mockReturnValue(false)
    fire('seeked')
    video.dispatchEvent(new Event('timeupdate'))
  }
  const reports = () => seen.map(({ body }) => body as PlayReport)
  return { ...page, seen, video, fire, play, start, jump, reports }
}

const leave = () => window.dispatchEvent(new Event('pagehide'))

test('reports every ten seconds what was played since the last report', async () => {
  const { start, play, reports, seen } = show(undefined, 'secret')
  await start(400)
  await play(25)
  expect(reports()).toHaveLength(2)
  const [first, second] = reports()
  expect(first).toMatchObject({ startup: 0.4, stalls: 0, referrer: '' })
  expect(first?.ranges[0]?.[0]).toBe(0)
  expect(second).toMatchObject({ startup: null, session: first?.session })
  expect(second?.ranges[0]?.[0]).toBe(first?.ranges[0]?.[1])
  expect(second?.watched).toBeCloseTo(second?.ranges[0]?.[1] ?? Number.NaN)
  expect(seen[0]).toMatchObject({ query: '?link=secret', token: 'id-1' })
  leave()
  await pass()
  expect(reports().at(-1)?.ranges).toEqual([[second?.ranges[0]?.[1], 25]])
})

test('a jump is not watched, and starts a new range', async () => {
  const { start, play, jump, reports } = show()
  await start()
  await play(2)
  jump(60)
  await play(3)
  leave()
  await pass()
  expect(reports()[0]?.ranges).toEqual([
    [0, 2],
    [60, 63],
  ])
})

test('the seconds of the video count, whatever the speed', async () => {
  const { video, start, play, reports } = show()
  video.playbackRate = 2
  await start()
  await play(4, 2)
  leave()
  await pass()
  expect(reports()[0]).toMatchObject({ ranges: [[0, 8]], watched: 8 })
})

test('a wait after playing is a stall; waits at the start, after a jump and at a change of source are not', async () => {
  const { video, fire, start, play, jump, reports } = show()
  await video.play()
  fire('waiting')
  await start()
  await play(2)
  jump(30)
  fire('waiting')
  fire('playing')
  await play(2)
  fire('waiting')
  fire('waiting')
  fire('playing')
  await play(2)
  fire('emptied')
  fire('waiting')
  leave()
  await pass()
  expect(reports()[0]?.stalls).toBe(1)
})

test('a paused player sends nothing until it is left, and one that never played nothing at all', async () => {
  const { video, start, play, reports, unmount } = show()
  leave()
  await start()
  await play(3)
  video.pause()
  await pass(60_000)
  expect(reports().length).toBeLessThanOrEqual(1)
  unmount()
  await pass()
  expect(reports()).toHaveLength(1)
  expect(reports()[0]?.ranges).toEqual([[0, 3]])
})

test('what could not be sent is sent with the next report', async () => {
  let answers = 0
  const { start, play, reports } = show(() => (++answers === 1 ? failure(503, 'UNAVAILABLE', 'Later.') : { status: 204 }))
  await start()
  await play(20)
  expect(reports()).toHaveLength(2)
  expect(reports()[1]?.startup).toBe(0.4)
  expect(reports()[1]?.ranges).toHaveLength(1)
  expect(reports()[1]?.ranges[0]?.[0]).toBe(0)
})

test('stops when the video is gone', async () => {
  const { start, play, reports } = show(() => failure(404, 'NOT_FOUND', 'Video not found'))
  await start()
  await play(45)
  expect(reports()).toHaveLength(1)
})

test('each time a video is opened is a session of its own', async () => {
  const sessions: string[] = []
  for (let time = 0; time < 2; time += 1) {
    const { start, play, reports, unmount } = show()
    await start()
    await play(1)
    unmount()
    await pass()
    sessions.push(reports()[0]?.session ?? '')
  }
  expect(sessions[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(sessions[1]).not.toBe(sessions[0])
})

test('only the host of another site is reported, and only for the page that it led to', () => {
  const here = window.location.pathname
  const hostOf = (referrer: string, firstPath = here) => readReferrerHost({ referrer }, firstPath)
  expect(hostOf('https://news.example/secret?token=1')).toBe('news.example')
  expect(hostOf('https://news.example/', '/gallery')).toBe('')
  expect(hostOf(window.location.href)).toBe('')
  expect(hostOf('')).toBe('')
})

test('ranges that are kept for later stay within the limit', () => {
  const many = (from: number) => Array.from({ length: 40 }, (_, index): [number, number] => [from + index * 10, from + index * 10 + 1])
  const merged = mergePlayed({ ranges: many(0), startup: 1, stalls: 1 }, { ranges: many(1000), startup: null, stalls: 2 })
  expect(merged?.ranges).toHaveLength(50)
  expect(merged).toMatchObject({ startup: 1, stalls: 3 })
})
