interface ReturnPath {
  wanted: string
}

/** What a visitor asked for before signing in, carried as navigation state. */
export const returnPath = (path: string): ReturnPath => ({ wanted: path })

/** Only a path of our own: never an address that could lead elsewhere. */
export function readReturnPath(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return undefined
  const { wanted } = state
  return typeof wanted === 'string' && /^\/(?!\/)/.test(wanted) && wanted !== '/' ? wanted : undefined
}
