import { currentUser } from '../session/session-store.ts'
import { SignedIn, SignedOut } from './frames.ts'
import { GalleryPage, QueryScope, WatchPage } from './pages.ts'

/**
 * Loads all code of the page that the server has drawn, if it drew one. Never fails: what could not be loaded is tried again by the page that
 * needs it.
 */
export async function loadFirstPage(root: Element): Promise<void> {
  const page = root.querySelector('[data-first-picture]') ? WatchPage : root.querySelector('[data-first-list]') ? GalleryPage : undefined
  if (!page) return
  const frame = currentUser() ? SignedIn : SignedOut
  await Promise.all([frame, QueryScope, page].map((part) => part.preload().catch(() => undefined)))
}
