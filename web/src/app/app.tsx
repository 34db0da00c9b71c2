import { Suspense, useEffect } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router'
import { returnPath } from '../session/return-path.ts'
import { onExpiry } from '../session/session-store.ts'
import { useSession } from '../session/use-session.ts'
import { StartupSpinner } from '../ui/feedback/spinner.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { lazyPage } from './chunks/lazy-page.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { SignedIn, SignedOut } from './frames.ts'
import { CallbackPage, EmbedPage, QueryScope } from './pages.ts'
import { useScrollRestoration } from './scroll-restoration.ts'

/** All components on one page. The condition keeps it out of production builds. */
const UiPage = import.meta.env.DEV ? lazyPage(async () => (await import('../ui/ui-page.tsx')).UiPage) : undefined

export function App() {
  const user = useSession()
  const navigate = useNavigate()
  useScrollRestoration()
  const { pathname, search, hash } = useLocation()
  useEffect(
    () =>
      onExpiry(() => {
        // An embedded player has no start page to go to. It continues for a signed-out viewer.
        if (pathname.startsWith('/embed/')) return
        void navigate('/', { replace: true, state: returnPath(pathname + search + hash) })
        showToast('bad', 'Your session has ended. Please sign in again.')
      }),
    [navigate, pathname, search, hash],
  )
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<StartupSpinner />}>
          <Routes>
            {UiPage && <Route path="/ui" element={<UiPage />} />}
            {/* Outside both, so that its message stays while the sign-in completes. */}
            <Route path="/auth/callback" element={<CallbackPage />} />
            {/* No header: it is shown in a frame on another site. */}
            <Route element={<QueryScope />}>
              <Route path="/embed/:id" element={<EmbedPage />} />
              <Route path="/embed/playlist/:listId" element={<EmbedPage />} />
            </Route>
            <Route path="*" element={user ? <SignedIn /> : <SignedOut />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </>
  )
}
