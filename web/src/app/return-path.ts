interface ReturnPath {
  returnTo: string
}

/** Navigation state with the path that a visitor opened before signing in. */
export const returnPath = (path: string): ReturnPath => ({ returnTo: path })

/** Accepts only a path on this site, never an address that leads elsewhere. */
export function readReturnPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined
  const { returnTo } = state
  return typeof returnTo === 'string' && /^\/(?!\/)/.test(returnTo) && returnTo !== '/' ? returnTo : undefined
}
