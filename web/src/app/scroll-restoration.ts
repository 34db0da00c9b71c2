import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Longer than any page takes to fill again from what is cached. */
const patienceMilliseconds = 3000

const positionKey = (entry: string): string => `video_forge_scroll_${entry}`

/** Inside a page of strangers the browser may close the storage; nothing is remembered there. */
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

/** Scrolls once the page is tall enough, unless the person scrolls first. */
function scrollWhenTallEnough(top: number): () => void {
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    window.removeEventListener('wheel', stop)
    window.removeEventListener('touchstart', stop)
    window.removeEventListener('keydown', stop)
  }
  const tryIt = () => {
    window.scrollTo(0, top)
    if (Math.abs(window.scrollY - top) <= 1) stop()
  }
  const observer = new ResizeObserver(tryIt)
  const timer = setTimeout(stop, patienceMilliseconds)
  window.addEventListener('wheel', stop, { passive: true })
  window.addEventListener('touchstart', stop, { passive: true })
  window.addEventListener('keydown', stop)
  observer.observe(document.body)
  tryIt()
  return stop
}

/**
 * A new page starts at its top; on the way back and after a reload the page is where it was left. The browser's own
 * memory gives up when a page fills after the navigation, as ours do.
 */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
  }, [])

  // A layout effect, and before the one that scrolls: the move to the top of the next page must not count for this one.
  useLayoutEffect(() => {
    let top = window.scrollY
    const follow = () => {
      top = window.scrollY
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query on the same page keeps its place
  useLayoutEffect(() => {
    if (type !== 'POP') {
      window.scrollTo(0, 0)
      return
    }
    const top = rememberedPosition(key)
    return top > 0 ? scrollWhenTallEnough(top) : undefined
  }, [pathname])
}
