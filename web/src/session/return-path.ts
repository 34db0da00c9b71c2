interface ReturnPath {
  returnTo: string
}

const key = 'video_forge_return'

/** Navigation state with the path that a visitor opened before signing in. */
export const returnPath = (path: string): ReturnPath => ({ returnTo: path })

/** A browser reads `//` and `/\` as the beginning of another site, and leaves out tabs and line breaks before it does. */
const isOnThisSite = (path: string): boolean =>
  path.startsWith('/') &&
  !/[\\\p{Cc}]/u.test(path) &&
  URL.canParse(path, window.location.origin) &&
  new URL(path, window.location.origin).origin === window.location.origin

/** Accepts only a path on this site, never an address that leads elsewhere. */
export function readReturnPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined
  const { returnTo } = state
  return typeof returnTo === 'string' && isOnThisSite(returnTo) && returnTo !== '/' ? returnTo : undefined
}

/** Keeps the path while the browser is on the pages of a sign-in provider. An earlier one is forgotten. */
export function storeReturnPath(state: unknown): void {
  const path = readReturnPath(state)
  try {
    if (path === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, path)
  } catch {
    // Without storage the sign-in ends on the start page.
  }
}

/** Navigation state with the stored path, once. */
export function takeReturnPath(): ReturnPath | undefined {
  try {
    const path = readReturnPath({ returnTo: sessionStorage.getItem(key) })
    sessionStorage.removeItem(key)
    return path === undefined ? undefined : returnPath(path)
  } catch {
    return undefined
  }
}
