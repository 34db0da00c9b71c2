import type { Access } from '../endpoint.ts'
import { endpointList } from '../endpoints.ts'
import type { Group, Scope } from './access.ts'

/** The area of a call by the start of its path; the first match counts. */
const areas: readonly [begin: string, area: string][] = [
  ['/admin/users', 'users'],
  ['/auth/users', 'users'],
  ['/auth/groups', 'users'],
  ['/admin/jobs', 'jobs'],
  ['/admin/storage', 'storage'],
  ['/admin', 'system'],
  ['/jobs', 'jobs'],
  ['/upload', 'uploads'],
  ['/metadata', 'uploads'],
  ['/gallery', 'videos'],
  ['/stock', 'stock'],
  ['/auth', 'account'],
  ['/account', 'account'],
]

/** Not derived from a call: admins see and edit all videos through the same calls that people use for their own. */
const manageVideos = 'videos:manage'
export const mayManageVideos = (groups: readonly Group[]): boolean => permissionsOf(groups).includes(manageVideos)

/** Whether a caller may do what only admins may. A key of an admin needs the scope for it. */
export const actsAsAdmin = ({ groups, scopes }: { groups: readonly Group[]; scopes?: readonly Scope[] }): boolean =>
  mayManageVideos(groups) && (scopes === undefined || scopes.includes('admin'))

/** The permission that a call needs; undefined if it needs no account. */
export function permissionFor(key: string, access: Access): string | undefined {
  if (access === 'anyone' || access === 'visitor') return undefined
  const path = key.split(' ')[1] ?? ''
  const area = areas.find(([begin]) => path === begin || path.startsWith(`${begin}/`))?.[1] ?? path.split('/')[1]
  return `${area}:${access === 'admin' ? 'manage' : 'use'}`
}

const namesOf = (isMeant: (access: Access) => boolean): string[] => [
  ...new Set(endpointList.flatMap(([key, { access }]) => (isMeant(access) ? (permissionFor(key, access) ?? []) : []))),
]
const ofEverybody = namesOf((access) => access === 'signed-in').sort()
const ofAdmins = [...namesOf((access) => access === 'admin'), manageVideos].sort()

/** The permissions of these groups. Every account has the basic ones, admins have all. */
export const permissionsOf = (groups: readonly Group[]): readonly string[] =>
  groups.includes('admin') ? [...ofEverybody, ...ofAdmins] : ofEverybody
