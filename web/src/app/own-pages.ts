import { lazyPage } from './chunks/lazy-page.ts'

/** Pages that only signed-in people open. Nobody else loads these lines. */
export const HistoryPage = lazyPage(async () => (await import('../features/playlists/history-page.tsx')).HistoryPage)
export const ImportPage = lazyPage(async () => (await import('../features/import/import-page.tsx')).ImportPage)
export const PlaylistsPage = lazyPage(async () => (await import('../features/playlists/playlists-page.tsx')).PlaylistsPage)
