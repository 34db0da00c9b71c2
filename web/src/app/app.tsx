import { Suspense, useEffect } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import { onExpiry } from '../session/session-store.ts'
import { useSession } from '../session/use-session.ts'
import { StartupSpinner } from '../ui/feedback/spinner.tsx'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { lazyPage } from './chunks/lazy-page.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { CallbackPage, EmbedPage, QueryScope } from './pages.ts'
import { returnPath } from './return-path.ts'
import { useScrollRestoration } from './scroll-restoration.ts'

/** The two halves of the application; nobody needs the code of both at once. */
const SignedIn = lazyPage(async () => (await import('./signed-in.tsx')).SignedIn)
const SignedOut = lazyPage(async () => (await import('./signed-out.tsx')).SignedOut)

/** All components on one page, for those who build with them; the condition keeps it out of the product. */
const UiPage = import.meta.env.DEV ? lazyPage(async () => (await import('../ui/ui-page.tsx')).UiPage) : undefined

export function App() {
  const user = useSession()
  const navigate = useNavigate()
  useScrollRestoration()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onExpiry(() => {
        // In a frame of somebody's page there is nowhere to go: the player goes on as a visitor's.
        if (!pathname.startsWith('/embed/')) void navigate('/', { replace: true, state: returnPath(pathname + search) })
      }),
    [navigate, pathname, search],
  )
  return (
    <>
      <OfflineBar />
      <ErrorBoundary>
        <Suspense fallback={<StartupSpinner />}>
          <Routes>
            {UiPage && <Route path="/ui" element={<UiPage />} />}
            {/* Outside the two halves: its message stays while the sign-in it completes turns one into the other. */}
            <Route path="/auth/callback" element={<CallbackPage />} />
            {/* Bare: it stands in a frame of somebody's page. */}
            <Route element={<QueryScope />}>
              <Route path="/embed/:id" element={<EmbedPage />} />
            </Route>
            <Route path="*" element={user ? <SignedIn /> : <SignedOut />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </>
  )
}
