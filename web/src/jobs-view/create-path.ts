import type { User } from '@video-forge/contract/accounts'
import { useSession } from '../session/use-session.ts'

/** The page with the create-job form: the dashboard, or a page of its own for admins, whose dashboard is another one. */
export const createPathOf = (user: Pick<User, 'role'>): string => (user.role === 'admin' ? '/create' : '/')

export function useCreatePath(): string {
  const user = useSession()
  return user ? createPathOf(user) : '/'
}
