import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useSession } from '../session/use-session.ts'
import { SignedInHeader } from './header/signed-in-header.tsx'
import { PageFrame } from './page-frame.tsx'
import {
  AccountPage,
  AdminDashboardPage,
  CreatePage,
  DashboardPage,
  GalleryPage,
  JobPage,
  JobsPage,
  SearchPage,
  UploadPage,
  WatchPage,
} from './pages.ts'
import { QueryScope } from './query-scope.tsx'
import { readReturnPath, returnPath } from './return-path.ts'

/** The dashboard of the role, unless a page was asked for before signing in. */
function Start({ isAdmin }: { isAdmin: boolean }) {
  const wanted = readReturnPath(useLocation().state)
  if (wanted) return <Navigate to={wanted} replace />
  return isAdmin ? <AdminDashboardPage /> : <DashboardPage />
}

function ToStart() {
  const wanted = readReturnPath(useLocation().state)
  return <Navigate to="/" replace state={wanted ? returnPath(wanted) : undefined} />
}

export function SignedIn() {
  const user = useSession()
  if (!user) return null
  return (
    <PageFrame header={<SignedInHeader user={user} />}>
      <Routes>
        <Route element={<QueryScope />}>
          <Route path="/" element={<Start isAdmin={user.role === 'admin'} />} />
          {user.role === 'admin' && <Route path="/create" element={<CreatePage />} />}
          <Route path="/jobs" element={<JobsPage />} />
          <Route path="/jobs/:id" element={<JobPage />} />
          <Route path="/search-video" element={<SearchPage />} />
          <Route path="/upload" element={<UploadPage />} />
          <Route path="/gallery" element={<GalleryPage />} />
          <Route path="/video/:id" element={<WatchPage />} />
          <Route path="/account" element={<AccountPage />} />
        </Route>
        <Route path="*" element={<ToStart />} />
      </Routes>
    </PageFrame>
  )
}
