import { isPagePath } from '@video-forge/contract/rules/page-paths'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { returnPath } from '../session/return-path.ts'
import { mayVisit } from '../session/site-access.ts'
import { SignedOutHeader } from './header/signed-out-header.tsx'
import { missingPath } from './missing-notice.tsx'
import { PageFrame } from './page-frame.tsx'
import { GalleryPage, LandingPage, MfaLoginPage, PersonPage, PlaylistPage, QueryScope, WatchPage } from './pages.ts'
import { SignInNotice } from './sign-in-notice.tsx'
import { TranscriptRedirect } from './transcript-redirect.tsx'

/** A page that needs a sign-in leads to the landing page, which remembers the path for after it. */
function ElsewherePage() {
  const { pathname, search, hash } = useLocation()
  if (!isPagePath(pathname)) return <Navigate to="/" replace state={missingPath(pathname)} />
  return <Navigate to="/" replace state={returnPath(pathname + search + hash)} />
}

export function SignedOut() {
  const { search } = useLocation()
  return (
    <PageFrame header={<SignedOutHeader />}>
      <Routes>
        <Route
          path="/"
          element={
            <>
              <SignInNotice />
              <LandingPage />
            </>
          }
        />
        <Route path="/mfa-login" element={<MfaLoginPage />} />
        {mayVisit(search) && (
          <Route element={<QueryScope />}>
            <Route path="/gallery" element={<GalleryPage />} />
            <Route path="/video/:id" element={<WatchPage />} />
            <Route path="/video/:id/transcript" element={<TranscriptRedirect />} />
            <Route path="/u/:username" element={<PersonPage />} />
            <Route path="/playlist/:id" element={<PlaylistPage />} />
          </Route>
        )}
        <Route path="*" element={<ElsewherePage />} />
      </Routes>
    </PageFrame>
  )
}
