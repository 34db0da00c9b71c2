import { lazyPage } from './chunks/lazy-page.ts'

/** Started beside the code of its frame, so that the page that people see first does not wait for both in turn. */
export const loadLandingPage = () => import('../features/accounts/landing/landing-page.tsx')

/** Fetches the gallery's first videos for a visitor, with the code that needs them. */
export async function loadFirstList(): Promise<void> {
  const [{ clientOf }, { fetchFirstList }] = await Promise.all([
    import('./query-scope.tsx'),
    import('../features/gallery/gallery-page.tsx'),
  ])
  await fetchFirstList(clientOf(undefined))
}

/** Every page with a chunk of its own, except those of own-pages.ts. */
export const AccountPage = lazyPage(async () => (await import('../features/accounts/settings/account-page.tsx')).AccountPage)
export const AdminDashboardPage = lazyPage(async () => (await import('../features/admin/admin-dashboard-page.tsx')).AdminDashboardPage)
export const CallbackPage = lazyPage(async () => (await import('../features/accounts/sign-in/callback-page.tsx')).CallbackPage)
export const CreatePage = lazyPage(async () => (await import('../features/dashboard/dashboard-page.tsx')).CreatePage)
export const DashboardPage = lazyPage(async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage)
export const EmbedPage = lazyPage(async () => (await import('../features/watch/embed-page.tsx')).EmbedPage)
export const GalleryPage = lazyPage(async () => (await import('../features/gallery/gallery-page.tsx')).GalleryPage)
export const JobPage = lazyPage(async () => (await import('../features/jobs/job-page.tsx')).JobPage)
export const JobsPage = lazyPage(async () => (await import('../features/jobs/jobs-page.tsx')).JobsPage)
export const PersonPage = lazyPage(async () => (await import('../features/gallery/person-page.tsx')).PersonPage)
export const PlaylistPage = lazyPage(async () => (await import('../features/playlists/playlist-page.tsx')).PlaylistPage)
export const LandingPage = lazyPage(async () => (await loadLandingPage()).LandingPage)
export const MfaLoginPage = lazyPage(async () => (await import('../features/accounts/sign-in/mfa-login-page.tsx')).MfaLoginPage)
export const OwnStatisticsPage = lazyPage(async () => (await import('../features/statistics/own-statistics-page.tsx')).OwnStatisticsPage)
export const QueryScope = lazyPage(async () => (await import('./query-scope.tsx')).QueryScope)
export const SearchPage = lazyPage(async () => (await import('../features/search/search-page.tsx')).SearchPage)
export const TaskPage = lazyPage(async () => (await import('../features/tasks/task-page.tsx')).TaskPage)
export const TasksPage = lazyPage(async () => (await import('../features/tasks/tasks-page.tsx')).TasksPage)
export const TrashPage = lazyPage(async () => (await import('../features/jobs/trash/trash-page.tsx')).TrashPage)
export const UploadPage = lazyPage(async () => (await import('../features/upload/upload-page.tsx')).UploadPage)
export const VideoStatisticsPage = lazyPage(
  async () => (await import('../features/statistics/video-statistics-page.tsx')).VideoStatisticsPage,
)
export const WatchPage = lazyPage(async () => (await import('../features/watch/watch-page.tsx')).WatchPage)
export const WebhookPage = lazyPage(async () => (await import('../features/accounts/webhooks/webhook-page.tsx')).WebhookPage)
