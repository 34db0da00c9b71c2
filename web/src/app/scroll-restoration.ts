import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Longer than any page takes to render again from the cache. */
const maxWaitMs = 3000

const positionKey = (entry: string): string => `video_forge_scroll_${entry}`

/** A browser may block storage inside a frame; then nothing is remembered. */
function rememberPosition(entry: string, top: number): void {
  try {
    sessionStorage.setItem(positionKey(entry), String(Math.round(top)))
  } catch {
    // The next visit starts at the top.
  }
}

function rememberedPosition(entry: string): number {
  try {
    return Number(sessionStorage.getItem(positionKey(entry)) ?? 0)
  } catch {
    return 0
  }
}

/** Scrolls once the page is tall enough, unless the reader scrolls first. */
function scrollWhenTallEnough(top: number): () => void {
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    window.removeEventListener('wheel', stop)
    window.removeEventListener('touchstart', stop)
    window.removeEventListener('keydown', stop)
  }
  const tryToScroll = () => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) <= 1) stop()
  }
  const observer = new ResizeObserver(tryToScroll)
  const timer = setTimeout(stop, maxWaitMs)
  window.addEventListener('wheel', stop, { passive: true })
  window.addEventListener('touchstart', stop, { passive: true })
  window.addEventListener('keydown', stop)
  observer.observe(document.body)
  tryToScroll()
  return stop
}

/**
 * A new page starts at its top; going back or reloading returns to the old position. The browser's own restoration fails
 * here, because our pages are filled after the navigation.
 */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
  }, [])

  const seenTop = useRef(0)
  // A layout effect before the one that scrolls, so that the jump to the top is not stored as this page's position.
  useLayoutEffect(() => {
    // Asking the window here would force a layout in the middle of a render.
    let top = seenTop.current
    const follow = () => {
      top = window.scrollY
      seenTop.current = top
    }
    const remember = () => rememberPosition(key, top)
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('pagehide', remember)
    return () => {
      remember()
      window.removeEventListener('scroll', follow)
      window.removeEventListener('pagehide', remember)
    }
  }, [key])

  const shownPath = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per history entry
  useLayoutEffect(() => {
    const isSamePage = shownPath.current === pathname
    shownPath.current = pathname
    if (type === 'POP') {
      const top = rememberedPosition(key)
      return top > 0 || isSamePage ? scrollWhenTallEnough(top) : undefined
    }
    // A new query on the same page keeps its position.
    if (!isSamePage) window.scrollTo(0, 0)
    return undefined
  }, [key])
}
