/** For so long after a document has loaded no video is prepared that nobody has come near. */
const calmMs = 3000
/** What only people do. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel'] as const

/** When the document has loaded, on the clock of `performance`. Now where the browser does not say. */
function loadedAt(): number {
  const [document] = performance.getEntriesByType?.('navigation') ?? []
  return document && 'loadEventEnd' in document ? Number(document.loadEventEnd) || performance.now() : performance.now()
}

/**
 * Calls back once when a video should be made ready: it is to play, somebody uses the page, or the document has been there for a while, as
 * for those who come from another page of the site. The library takes a phone as long as the whole page, and a page that is still being drawn
 * has other things to do. Returns a function that ends the wait.
 */
export function whenWanted(video: HTMLVideoElement, onWanted: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    timer = setTimeout(begin, loadedAt() + calmMs - performance.now())
  }
  const end = () => {
    clearTimeout(timer)
    window.removeEventListener('load', wait)
    video.removeEventListener('play', begin)
    for (const sign of signs) document.removeEventListener(sign, begin, true)
  }
  const begin = () => {
    end()
    onWanted()
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait)
  video.addEventListener('play', begin)
  for (const sign of signs) document.addEventListener(sign, begin, { capture: true, passive: true })
  return end
}
