import { type Scope, scopes } from '@video-forge/contract/rules/access'
import { limits } from '@video-forge/contract/rules/limits'

export interface WantedKey {
  name: string
  scopes: readonly Scope[]
}

/** The key that a program asks for by the address of the page, as `forge login` does. Nothing is created before the person says so. */
export function wantedKey(search = window.location.search): WantedKey | undefined {
  const query = new URLSearchParams(search)
  const name = query.get('key')
  if (name === null) return undefined
  const asked = query.get('scopes')?.split(',') ?? []
  const known = scopes.filter((scope) => asked.includes(scope))
  return { name: name.replaceAll(/\p{Cc}/gu, ' ').slice(0, limits.keyNameMaxLength), scopes: known.length > 0 ? known : ['read'] }
}

/** Removes the request from the address, so that a reload does not ask again. */
export function forgetWantedKey(): void {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  if (!query.has('key')) return
  query.delete('key')
  query.delete('scopes')
  const rest = query.size > 0 ? `?${query}` : ''
  window.history.replaceState(window.history.state, '', pathname + rest + hash)
}
