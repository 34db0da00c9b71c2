import type { User } from '@video-forge/contract/accounts/accounts'
import { useSession } from '../session/use-session.ts'

/** The page with the create-job form: the dashboard, or /create for admins. */
export const createPathOf = (user: Pick<User, 'role'>): string => (user.role === 'admin' ? '/create' : '/')

export function useCreatePath(): string {
  const user = useSession()
  return user ? createPathOf(user) : '/'
}
