import type Hls from 'hls.js/light'

/** A single file, or an adaptive playlist of several qualities. */
export interface Source {
  kind: 'file' | 'adaptive'
  url: string
}

const playsAdaptive = (video: HTMLVideoElement): boolean => video.canPlayType('application/vnd.apple.mpegurl') !== ''

/** Attaches a source to a video element. Returns a function that detaches it. */
export function attachSource(video: HTMLVideoElement, { kind, url }: Source, onFail: () => void): () => void {
  return kind === 'file' || playsAdaptive(video) ? attachFile(video, url) : attachPlaylist(video, url, onFail)
}

function attachFile(video: HTMLVideoElement, url: string): () => void {
  video.src = url
  return () => {
    video.removeAttribute('src')
    video.load()
  }
}

/** Loads the library only when a browser without native support plays an adaptive source. */
function attachPlaylist(video: HTMLVideoElement, url: string, onFail: () => void): () => void {
  let hls: Hls | undefined
  let isAttached = true
  const attach = async () => {
    const { default: Library } = await import('hls.js/light')
    if (!isAttached) return
    if (!Library.isSupported()) return onFail()
    // A worker would only repackage MPEG-TS; our segments are fragmented MP4.
    hls = new Library({ enableWorker: false, capLevelToPlayerSize: true })
    hls.on(Library.Events.ERROR, (_, { fatal }) => fatal && onFail())
    hls.loadSource(url)
    hls.attachMedia(video)
  }
  attach().catch(onFail)
  return () => {
    isAttached = false
    hls?.destroy()
  }
}
