/**
 * How an embedded player plays; times are in seconds.
 * @typedef {{ time: number, duration: number | null, paused: boolean, ended: boolean, volume: number, muted: boolean }} PlayerState
 */
/** @typedef {'ready' | 'play' | 'pause' | 'timeupdate' | 'volumechange' | 'ended' | 'error'} PlayerEvent */
/** @typedef {(state: PlayerState) => void} Listener */

/** Controls the player in a frame whose address is `…/embed/{id}`, and reports what it does. @param {HTMLIFrameElement} frame */
export function connectPlayer(frame) {
  const { origin } = new URL(frame.src)
  /** @type {Map<string, Set<Listener>>} */
  const listeners = new Map()
  /** @type {Map<number, Listener>} */
  const waiting = new Map()
  let lastId = 0

  /** @param {string} command @param {number} [value] @param {number} [id] */
  const send = (command, value, id) => frame.contentWindow?.postMessage({ videoForge: 1, command, value, id }, origin)
  /** @param {MessageEvent} message */
  const onMessage = ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin || data?.videoForge !== 1) return
    waiting.get(data.id)?.(data.state)
    waiting.delete(data.id)
    for (const listener of listeners.get(data.event) ?? []) listener(data.state)
  }
  addEventListener('message', onMessage)

  return {
    play: () => send('play'),
    pause: () => send('pause'),
    /** Seconds from the start. @param {number} seconds */
    seek: (seconds) => send('seek', seconds),
    /** 0 to 1. @param {number} volume */
    setVolume: (volume) => send('setVolume', volume),
    mute: () => send('mute'),
    unmute: () => send('unmute'),
    /** Answers once the player is there. @returns {Promise<PlayerState>} */
    getState: () =>
      new Promise((resolve) => {
        lastId += 1
        waiting.set(lastId, resolve)
        send('getState', undefined, lastId)
      }),
    /** Returns a function that ends it. @param {PlayerEvent} event @param {Listener} listener */
    on(event, listener) {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(listener))
      return () => void all.delete(listener)
    },
    close: () => removeEventListener('message', onMessage),
  }
}
