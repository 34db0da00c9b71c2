import { act, fireEvent } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** The state of a video element, which jsdom lacks. Nothing is played. */
class MediaState {
  time = 0
  duration = Number.NaN
  readyState = 0
  paused = true
}

const states = new WeakMap<HTMLMediaElement, MediaState>()

function stateOf(element: HTMLMediaElement): MediaState {
  const state = states.get(element) ?? new MediaState()
  states.set(element, state)
  return state
}

/** `refusesAudio`: autoplay with sound is blocked, as in real browsers. */
export const media = { refusesAudio: false, playsAdaptive: true }

export function fakeMedia(): void {
  Object.assign(media, { refusesAudio: false, playsAdaptive: true })
  const prototype = HTMLMediaElement.prototype
  vi.spyOn(prototype, 'canPlayType').mockImplementation(() => (media.playsAdaptive ? 'maybe' : ''))
  vi.spyOn(prototype, 'load').mockImplementation(function (this: HTMLMediaElement) {
    states.set(this, new MediaState())
  })
  // A new source pauses the element.
  vi.spyOn(prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement, url: string) {
    this.setAttribute('src', url)
    states.set(this, new MediaState())
  })
  vi.spyOn(prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    if (media.refusesAudio && !this.muted) throw new DOMException('not asked for', 'NotAllowedError')
    stateOf(this).paused = false
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    stateOf(this).paused = true
    this.dispatchEvent(new Event('pause'))
  })
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return stateOf(this).paused
  })
  vi.spyOn(prototype, 'readyState', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return stateOf(this).readyState
  })
  vi.spyOn(prototype, 'duration', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return stateOf(this).duration
  })
  fakeCurrentTime(prototype)
}

/** Both sides in one step: two spies on one property do not restore it. */
function fakeCurrentTime(prototype: HTMLMediaElement): void {
  const real = Object.getOwnPropertyDescriptor(prototype, 'currentTime')
  Object.defineProperty(prototype, 'currentTime', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return stateOf(this).time
    },
    set(this: HTMLMediaElement, seconds: number) {
      stateOf(this).time = seconds
      this.dispatchEvent(new Event('timeupdate'))
    },
  })
  onTestFinished(() => void (real && Object.defineProperty(prototype, 'currentTime', real)))
}

/** Simulates that the element can play on, or cannot because there is nothing at its position. */
export async function setReady(video: HTMLVideoElement, isReady: boolean): Promise<void> {
  stateOf(video).readyState = isReady ? 4 : 1
  await act(async () => {
    fireEvent(video, new Event(isReady ? 'canplay' : 'waiting'))
  })
}

/** Simulates that the source has loaded. */
export async function loadMetadata(video: HTMLVideoElement, duration = 84): Promise<void> {
  Object.assign(stateOf(video), { duration, readyState: 1 })
  await act(async () => {
    fireEvent(video, new Event('loadedmetadata'))
    fireEvent(video, new Event('durationchange'))
  })
}
