import { nextSpeed } from '../controls/speeds.ts'
import { toggleFullscreen } from '../screen/fullscreen.ts'
import { togglePictureInPicture } from '../screen/picture-in-picture.ts'
import type { Command } from './key-commands.ts'

/** What commands act on. */
export interface CommandTarget {
  video: HTMLVideoElement
  /** What fills the screen: the picture with its controls. */
  frame: HTMLElement | null
  /** Returns whether it is on now. Undefined where there is none. */
  toggleTheatre: (() => boolean) | undefined
  /** Returns the name of the captions that are shown now; undefined when they are off. */
  toggleCaptions: () => string | undefined
  hasCaptions: boolean
  showHelp: () => void
}

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

function togglePlay(video: HTMLVideoElement): string {
  if (!video.paused) {
    video.pause()
    return 'Pause'
  }
  void video.play().catch(() => undefined)
  return 'Play'
}

export const feedbackForSeek = (seconds: number): string => `${seconds > 0 ? '+' : '−'}${Math.abs(seconds)} s`

export function setVolume(video: HTMLVideoElement, volume: number): string {
  video.volume = Math.round(clamp(volume, 0, 1) * 100) / 100
  video.muted = video.volume === 0
  return `Volume ${Math.round(video.volume * 100)}%`
}

/** Performs a command. Returns the feedback to show. */
export function perform(target: CommandTarget, command: Command): string | undefined {
  const { video } = target
  switch (command.kind) {
    case 'toggle':
      return togglePlay(video)
    case 'seek':
      seekTo(video, video.currentTime + command.seconds)
      return feedbackForSeek(command.seconds)
    case 'jump':
      seekTo(video, endOf(video) * command.share)
      return `${command.share * 100}%`
    case 'volume':
      return setVolume(video, video.volume + command.by)
    case 'mute':
      video.muted = !video.muted
      return video.muted ? 'Muted' : 'Sound on'
    case 'frame':
      video.pause()
      seekTo(video, video.currentTime + command.by * frameSeconds)
      return command.by > 0 ? 'Next frame' : 'Previous frame'
    case 'speed':
      video.playbackRate = nextSpeed(video.playbackRate, command.by)
      return `${video.playbackRate}× speed`
    default:
      return changeView(target, command.kind)
  }
}

function changeView(target: CommandTarget, kind: 'fullscreen' | 'theatre' | 'pictureInPicture' | 'captions' | 'help'): string | undefined {
  switch (kind) {
    case 'fullscreen':
      return toggleFullscreen(target.frame, target.video)
    case 'theatre':
      return target.toggleTheatre && (target.toggleTheatre() ? 'Theatre mode' : 'Theatre mode off')
    case 'pictureInPicture':
      return togglePictureInPicture(target.video)
    case 'captions':
      return target.hasCaptions ? `Captions: ${target.toggleCaptions() ?? 'off'}` : 'No captions'
    case 'help':
      target.showHelp()
      return undefined
  }
}
