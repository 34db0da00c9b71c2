import type Hls from 'hls.js/light'

/** Where to play from: one file, or a playlist over several that the player moves between. */
export interface Source {
  kind: 'file' | 'adaptive'
  url: string
}

const playsAdaptive = (video: HTMLVideoElement): boolean => video.canPlayType('application/vnd.apple.mpegurl') !== ''

/** Gives a video its source, and returns what takes it away again. */
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

/** The library is loaded only by those who need it: whoever chose Auto in a browser that can't do it by itself. */
function attachPlaylist(video: HTMLVideoElement, url: string, onFail: () => void): () => void {
  let hls: Hls | undefined
  let isWanted = true
  const attach = async () => {
    const { default: Library } = await import('hls.js/light')
    if (!isWanted) return
    if (!Library.isSupported()) return onFail()
    // The renditions are MP4 fragments, which need no repackaging, so a worker would have nothing to do.
    hls = new Library({ enableWorker: false, capLevelToPlayerSize: true })
    hls.on(Library.Events.ERROR, (_, { fatal }) => fatal && onFail())
    hls.loadSource(url)
    hls.attachMedia(video)
  }
  attach().catch(onFail)
  return () => {
    isWanted = false
    hls?.destroy()
  }
}
