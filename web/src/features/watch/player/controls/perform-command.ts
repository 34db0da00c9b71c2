import type { Command } from './key-commands.ts'
import { nextSpeed } from './speeds.ts'

/** The frame rate is not known here; most videos are close to this. */
const frameSeconds = 1 / 30

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** The last second that can be sought; NaN while unknown. A growing stream has no duration where the browser plays it itself. */
const endOf = ({ duration, seekable }: HTMLVideoElement): number =>
  duration === Number.POSITIVE_INFINITY && seekable.length > 0 ? seekable.end(seekable.length - 1) : duration

export function seekTo(video: HTMLVideoElement, seconds: number): void {
  const end = endOf(video)
  // Setting a time that is not finite throws.
  if (Number.isFinite(end)) video.currentTime = clamp(seconds, 0, end)
}

function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) void video.play().catch(() => undefined)
  else video.pause()
}

function toggleFullscreen(video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void video.requestFullscreen?.().catch(() => undefined)
}

/** Performs a command. Returns feedback for changes that are not visible otherwise. */
export function perform(video: HTMLVideoElement, command: Exclude<Command, { kind: 'help' }>): string | undefined {
  switch (command.kind) {
    case 'toggle':
      togglePlay(video)
      return undefined
    case 'seek':
      seekTo(video, video.currentTime + command.seconds)
      return `${command.seconds > 0 ? '+' : '−'}${Math.abs(command.seconds)} s`
    case 'jump':
      seekTo(video, endOf(video) * command.share)
      return `${command.share * 100}%`
    case 'volume':
      video.volume = Math.round(clamp(video.volume + command.by, 0, 1) * 100) / 100
      video.muted = video.volume === 0
      return `Volume ${Math.round(video.volume * 100)}%`
    case 'mute':
      video.muted = !video.muted
      return video.muted ? 'Muted' : 'Sound on'
    case 'fullscreen':
      toggleFullscreen(video)
      return undefined
    case 'frame':
      video.pause()
      seekTo(video, video.currentTime + command.by * frameSeconds)
      return undefined
    case 'speed':
      video.playbackRate = nextSpeed(video.playbackRate, command.by)
      return `${video.playbackRate}× speed`
  }
}
