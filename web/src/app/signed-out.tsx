import { Navigate, Route, Routes, useLocation } from 'react-router'
import { LandingPage } from '../features/accounts/landing/landing-page.tsx'
import { MfaLoginPage } from '../features/accounts/sign-in/mfa-login-page.tsx'
import { SignedOutHeader } from './header/signed-out-header.tsx'
import { PageFrame } from './page-frame.tsx'
import { GalleryPage, QueryScope, WatchPage } from './pages.ts'
import { returnPath } from './return-path.ts'

/** Goes to the landing page and remembers the path for after the sign-in. */
function ToLanding() {
  const { pathname, search } = useLocation()
  return <Navigate to="/" replace state={returnPath(pathname + search)} />
}

export function SignedOut() {
  return (
    <PageFrame header={<SignedOutHeader />}>
      <Routes>
        <Route path="/" element={<LandingPage />} />
        <Route path="/mfa-login" element={<MfaLoginPage />} />
        <Route element={<QueryScope />}>
          <Route path="/gallery" element={<GalleryPage />} />
          <Route path="/video/:id" element={<WatchPage />} />
        </Route>
        <Route path="*" element={<ToLanding />} />
      </Routes>
    </PageFrame>
  )
}
