import { currentUser } from '../session/session-store.ts'
import { SignedIn, SignedOut } from './frames.ts'
import { QueryScope, WatchPage } from './pages.ts'

/** Loads all code that the page of a video needs. Never fails: what could not be loaded is tried again by the page that needs it. */
export async function loadWatchPage(): Promise<void> {
  const frame = currentUser() ? SignedIn : SignedOut
  await Promise.all([frame, QueryScope, WatchPage].map((page) => page.preload().catch(() => undefined)))
}
