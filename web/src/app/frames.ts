import { lazyPage } from './chunks/lazy-page.ts'
import { loadLandingPage } from './pages.ts'

/** Nobody needs the code for signed-in and signed-out pages at once. */
export const SignedIn = lazyPage(async () => (await import('./signed-in.tsx')).SignedIn)
export const SignedOut = lazyPage(async () => {
  // If this fails, the page itself tries again.
  if (window.location.pathname === '/') void loadLandingPage().catch(() => undefined)
  return (await import('./signed-out.tsx')).SignedOut
})
