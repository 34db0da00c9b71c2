import { currentUser } from '../session/session-store.ts'
import { SignedIn, SignedOut } from './frames.ts'
import { GalleryPage, loadFirstList, QueryScope, WatchPage } from './pages.ts'

/** Nothing that the server has drawn can be used, so its page is not kept for a slow answer. */
const patienceMs = 1000

/**
 * Loads all code of the page that the server has drawn, if it drew one, and a visitor's first videos of the gallery, so that it is drawn
 * once. Never fails: what could not be loaded is tried again by the page that needs it.
 */
export async function loadFirstPage(root: Element): Promise<void> {
  const page = root.querySelector('[data-first-picture]') ? WatchPage : root.querySelector('[data-first-list]') ? GalleryPage : undefined
  if (!page) return
  const frame = currentUser() ? SignedIn : SignedOut
  const list = page === GalleryPage && !currentUser() ? loadFirstList().catch(() => undefined) : undefined
  await Promise.all([frame, QueryScope, page].map((part) => part.preload().catch(() => undefined)))
  if (list) await Promise.race([list, new Promise((resume) => setTimeout(resume, patienceMs))])
}
