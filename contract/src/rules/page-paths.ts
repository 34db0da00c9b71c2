/**
 * Every page of the web application, as its router has them. The server answers any other path, and the page of something that does not
 * exist, with the status 404.
 */
const pagePaths = [
  '/',
  '/mfa-login',
  '/auth/callback',
  '/create',
  '/jobs',
  '/jobs/:id',
  '/trash',
  '/search-video',
  '/upload',
  '/import',
  '/tasks',
  '/tasks/:id',
  '/account',
  '/account/webhooks/:id',
  '/gallery',
  '/video/:id',
  '/video/:id/statistics',
  '/video/:id/transcript',
  '/statistics',
  '/embed/:id',
  '/embed/playlist/:id',
  '/playlist/:id',
  '/playlists',
  '/history',
  '/u/:username',
] as const

const patterns = pagePaths.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'))

export const isPagePath = (path: string): boolean => patterns.some((pattern) => pattern.test(path))
