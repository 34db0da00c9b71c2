import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account, Session } from '@video-forge/contract/accounts/account-settings'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { call } from '../../../session/call.ts'

const accountKey = ['account'] as const
const sessionsKey = ['account', 'sessions'] as const

export interface SessionList {
  sessions: Session[]
  total: number
}

/** What the settings page needs beyond the user. */
export const useAccount = (): UseQueryResult<Account> =>
  useQuery({
    queryKey: accountKey,
    queryFn: async ({ signal }) =>
      (await withDefaultMessage('Your account could not be loaded.', call('GET /auth/account', {}, { signal }))).account,
  })

/** For changes whose result the page does not know. */
export function useReloadAccount(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: accountKey })
}

export const useSessions = (): UseQueryResult<SessionList> =>
  useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => withDefaultMessage('Your sessions could not be loaded.', call('GET /auth/sessions', {}, { signal })),
  })

/** Stores the list that a call returned after a change. */
export function useStoreSessions(): (list: SessionList) => void {
  const client = useQueryClient()
  return (list) => client.setQueryData(sessionsKey, list)
}
