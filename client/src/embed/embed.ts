/** How an embedded player plays. */
export interface PlayerState {
  /** Seconds. */
  time: number
  duration: number | null
  paused: boolean
  ended: boolean
  volume: number
  muted: boolean
}

export type PlayerEvent = 'ready' | 'play' | 'pause' | 'timeupdate' | 'volumechange' | 'ended' | 'error'

type Listener = (state: PlayerState) => void

/** Controls the player in a frame whose address is `…/embed/{id}`, and reports what it does. */
export function connectPlayer(frame: HTMLIFrameElement) {
  const { origin } = new URL(frame.src)
  const listeners = new Map<string, Set<Listener>>()
  const waiting = new Map<number, Listener>()
  let lastId = 0

  const send = (command: string, value?: number, id?: number) =>
    frame.contentWindow?.postMessage({ videoForge: 1, command, value, id }, origin)
  const onMessage = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== frame.contentWindow || from !== origin || data?.videoForge !== 1) return
    waiting.get(data.id)?.(data.state)
    waiting.delete(data.id)
    for (const listener of listeners.get(data.event) ?? []) listener(data.state)
  }
  addEventListener('message', onMessage)

  return {
    play: () => send('play'),
    pause: () => send('pause'),
    /** Seconds from the start. */
    seek: (seconds: number) => send('seek', seconds),
    /** 0 to 1. */
    setVolume: (volume: number) => send('setVolume', volume),
    mute: () => send('mute'),
    unmute: () => send('unmute'),
    /** Answers once the player is there. */
    getState: () =>
      new Promise<PlayerState>((resolve) => {
        lastId += 1
        waiting.set(lastId, resolve)
        send('getState', undefined, lastId)
      }),
    /** Returns a function that ends it. */
    on(event: PlayerEvent, listener: Listener): () => void {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(listener))
      return () => void all.delete(listener)
    },
    close: () => removeEventListener('message', onMessage),
  }
}
