// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectHost } from './connect-host.ts'

let video: HTMLVideoElement
let sent: { event: string; id?: unknown; state: { time: number } }[]
let connection: ReturnType<typeof connectHost> | undefined
const host = { postMessage: (message: (typeof sent)[number], origin: string) => sent.push({ ...message, ...(origin && { origin }) }) }
const asWindow = host as unknown as Window

beforeEach(() => {
  sent = []
  video = document.createElement('video')
  video.play = vi.fn(async () => undefined)
  video.pause = vi.fn()
})
afterEach(() => connection?.close())

/** jsdom accepts only windows as the source of a message. */
const messageFrom = (data: unknown, source: unknown): Event => Object.assign(new Event('message'), { data, source })
const command = (data: unknown, source: unknown = host) => window.dispatchEvent(messageFrom(data, source))

test('does what the framing page says, and only that page', () => {
  connection = connectHost(video, asWindow)
  command({ videoForge: 1, command: 'play' })
  command({ videoForge: 1, command: 'setVolume', value: 2 })
  command({ videoForge: 1, command: 'seek', value: 12 })
  expect([vi.mocked(video.play).mock.calls.length, video.volume, video.currentTime]).toEqual([1, 1, 12])
  command({ videoForge: 1, command: 'mute' }, window)
  command({ videoForge: 2, command: 'mute' })
  command({ videoForge: 1, command: 'seek', value: 'far' })
  for (const junk of [null, 'mute', 7, { command: 'mute' }, { videoForge: 1, command: 'explode' }]) command(junk)
  expect([video.muted, video.currentTime]).toEqual([false, 12])
})

test('reports events with the state, and times at most four times a second', () => {
  vi.useFakeTimers()
  connection = connectHost(video, asWindow)
  command({ videoForge: 1, command: 'getState', id: 7 })
  expect(sent).toMatchObject([{ videoForge: 1, event: 'state', id: 7, state: { time: 0, paused: true } }])
  for (const name of ['loadedmetadata', 'play', 'timeupdate', 'timeupdate', 'pause']) video.dispatchEvent(new Event(name))
  vi.advanceTimersByTime(300)
  video.dispatchEvent(new Event('timeupdate'))
  connection.close()
  video.dispatchEvent(new Event('play'))
  expect(sent.map(({ event }) => event)).toEqual(['state', 'ready', 'play', 'timeupdate', 'pause', 'timeupdate'])
  vi.useRealTimers()
})
