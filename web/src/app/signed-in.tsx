import { isPagePath } from '@video-forge/contract/rules/page-paths'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { JobNotifications } from '../jobs-view/live/job-notifications.tsx'
import { LiveCacheUpdates } from '../jobs-view/live/live-cache-updates.tsx'
import { readReturnPath, returnPath } from '../session/return-path.ts'
import { useSession } from '../session/use-session.ts'
import { UploadCacheUpdates } from '../uploads-view/upload-cache-updates.tsx'
import { SignedInHeader } from './header/signed-in-header.tsx'
import { missingPath } from './missing-notice.tsx'
import { HistoryPage, ImportPage, PlaylistsPage } from './own-pages.ts'
import { PageFrame } from './page-frame.tsx'
import {
  AccountPage,
  AdminDashboardPage,
  CreatePage,
  DashboardPage,
  GalleryPage,
  JobPage,
  JobsPage,
  OwnStatisticsPage,
  PersonPage,
  PlaylistPage,
  SearchPage,
  TaskPage,
  TasksPage,
  TrashPage,
  UploadPage,
  VideoStatisticsPage,
  WatchPage,
  WebhookPage,
} from './pages.ts'
import { QueryScope } from './query-scope.tsx'
import { TranscriptRedirect } from './transcript-redirect.tsx'

/** The dashboard for the role, or the page that was opened before the sign-in. */
function Start({ isAdmin }: { isAdmin: boolean }) {
  const path = readReturnPath(useLocation().state)
  if (path) return <Navigate to={path} replace />
  return isAdmin ? <AdminDashboardPage /> : <DashboardPage />
}

/** A page for others than this person, like the second step of the sign-in, leads to the dashboard, and so does an unknown path. */
function ElsewherePage() {
  const { pathname, state } = useLocation()
  const path = readReturnPath(state)
  if (!isPagePath(pathname)) return <Navigate to="/" replace state={missingPath(pathname)} />
  return <Navigate to="/" replace state={path ? returnPath(path) : undefined} />
}

export function SignedIn() {
  const user = useSession()
  if (!user) return null
  return (
    <PageFrame header={<SignedInHeader user={user} />}>
      <Routes>
        <Route
          element={
            <QueryScope>
              <LiveCacheUpdates />
              <UploadCacheUpdates />
              <JobNotifications />
            </QueryScope>
          }
        >
          <Route path="/" element={<Start isAdmin={user.role === 'admin'} />} />
          {user.role === 'admin' && <Route path="/create" element={<CreatePage />} />}
          <Route path="/jobs" element={<JobsPage />} />
          <Route path="/jobs/:id" element={<JobPage />} />
          <Route path="/trash" element={<TrashPage />} />
          <Route path="/search-video" element={<SearchPage />} />
          <Route path="/upload" element={<UploadPage />} />
          <Route path="/gallery" element={<GalleryPage />} />
          <Route path="/video/:id" element={<WatchPage />} />
          <Route path="/u/:username" element={<PersonPage />} />
          <Route path="/playlists" element={<PlaylistsPage />} />
          <Route path="/playlist/:id" element={<PlaylistPage />} />
          <Route path="/history" element={<HistoryPage />} />
          <Route path="/video/:id/transcript" element={<TranscriptRedirect />} />
          <Route path="/video/:id/statistics" element={<VideoStatisticsPage />} />
          <Route path="/statistics" element={<OwnStatisticsPage />} />
          <Route path="/import" element={<ImportPage />} />
          <Route path="/tasks" element={<TasksPage />} />
          <Route path="/tasks/:id" element={<TaskPage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="/account/webhooks/:id" element={<WebhookPage />} />
        </Route>
        <Route path="*" element={<ElsewherePage />} />
      </Routes>
    </PageFrame>
  )
}
