import { ApiError } from '../api/api-error.ts'

/** What opens a video besides the session: a share link, a playback token of the page's address, and a typed password. */
export interface VideoAccess {
  link?: string | undefined
  token?: string | undefined
  grant?: string | undefined
}

const nameOf = (id: string): string => `video_forge_grant_${id}`

/** For browsers that store nothing, for instance in a frame of another site. */
const grants = new Map<string, string>()

/** Keeps what a typed password opens, for this tab. */
export function rememberGrant(id: string, grant: string): void {
  try {
    sessionStorage.setItem(nameOf(id), grant)
  } catch {
    grants.set(id, grant)
  }
}

function storedGrant(id: string): string | undefined {
  try {
    return sessionStorage.getItem(nameOf(id)) ?? grants.get(id)
  } catch {
    return grants.get(id)
  }
}

/** The token in the address of this page, if that is the page of this video. */
function tokenFor(id: string): string | undefined {
  const { pathname, search } = window.location
  return pathname.includes(id) ? (new URLSearchParams(search).get('token') ?? undefined) : undefined
}

/** Sent with every call about a video. */
export const accessOf = (id: string, link: string | undefined): VideoAccess => ({ link, token: tokenFor(id), grant: storedGrant(id) })

/** For the address of another page of the same video, which begins with `?` or is empty. What a password opens is in no address. */
export function accessQuery(id: string, link: string | undefined): string {
  const token = tokenFor(id)
  const query = new URLSearchParams({ ...(link && { link }), ...(token && { token }) })
  return query.size > 0 ? `?${query}` : ''
}

/** Whether only the password is missing. */
export const isLocked = (error: Error | null): boolean => error instanceof ApiError && error.code === 'PASSWORD_REQUIRED'
