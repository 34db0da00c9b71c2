/** The version of the messages, as docs/protected-playback.md describes them. */
const messageVersion = 1

export type HostEvent = 'ready' | 'play' | 'pause' | 'timeupdate' | 'volumechange' | 'ended' | 'error' | 'state'

/** A page that plays nothing more often than this is sent the time. */
const timeEveryMs = 250

const stateOf = ({ currentTime, duration, paused, ended, volume, muted }: HTMLVideoElement) => ({
  time: currentTime,
  duration: Number.isFinite(duration) ? duration : null,
  paused,
  ended,
  volume,
  muted,
})

/**
 * Connects a video with the page that frames it. Only that page is listened to and answered. It is the one that the browser names as the
 * referrer; where it hides its name, anybody who frames the player may read the answers, which say nothing of the video but how it plays.
 */
export function connectHost(video: HTMLVideoElement, host: Window = window.parent) {
  if (host === window) return { send: () => undefined, close: () => undefined }
  const target = document.referrer ? new URL(document.referrer).origin : '*'
  const send = (event: HostEvent, id?: unknown) =>
    host.postMessage({ videoForge: messageVersion, event, state: stateOf(video), ...(id !== undefined && { id }) }, target)

  let lastTimeAt = 0
  const onTime = () => {
    const now = Date.now()
    if (now - lastTimeAt < timeEveryMs) return
    lastTimeAt = now
    send('timeupdate')
  }
  const plain = (['play', 'pause', 'volumechange', 'ended'] as const).map((name) => [name, () => send(name)] as const)
  const onMessage = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== host || !isCommand(data)) return
    perform(video, data)
    if (data.command === 'getState') send('state', data.id)
  }

  for (const [name, listener] of plain) video.addEventListener(name, listener)
  video.addEventListener('timeupdate', onTime)
  const onReady = () => send('ready')
  video.addEventListener('loadedmetadata', onReady, { once: true })
  if (video.readyState > 0) onReady()
  window.addEventListener('message', onMessage)
  return {
    send,
    close(): void {
      for (const [name, listener] of plain) video.removeEventListener(name, listener)
      video.removeEventListener('timeupdate', onTime)
      video.removeEventListener('loadedmetadata', onReady)
      window.removeEventListener('message', onMessage)
    },
  }
}

interface Command {
  command: string
  value?: unknown
  id?: unknown
}

const isCommand = (data: unknown): data is Command =>
  typeof data === 'object' &&
  data !== null &&
  'videoForge' in data &&
  data.videoForge === messageVersion &&
  'command' in data &&
  typeof data.command === 'string'

/** Commands that this version does not know are ignored. */
function perform(video: HTMLVideoElement, { command, value }: Command): void {
  const number = typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (command === 'play') void video.play().catch(() => undefined)
  if (command === 'pause') video.pause()
  if (command === 'mute') video.muted = true
  if (command === 'unmute') video.muted = false
  if (command === 'seek' && number !== undefined)
    video.currentTime = Math.max(0, Number.isFinite(video.duration) ? Math.min(number, video.duration) : number)
  if (command === 'setVolume' && number !== undefined) video.volume = Math.min(1, Math.max(0, number))
}
