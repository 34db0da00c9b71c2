import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Key } from '@video-forge/contract/accounts/keys'
import { withDefaultMessage } from '../../../../api/with-default-message.ts'
import { call } from '../../../../session/call.ts'

const keysKey = ['account', 'keys'] as const

export const useKeys = (): UseQueryResult<Key[]> =>
  useQuery({
    queryKey: keysKey,
    queryFn: async ({ signal }) =>
      (await withDefaultMessage('Your API keys could not be loaded.', call('GET /account/keys', {}, { signal }))).keys,
  })

/** Loads the list again after a change. */
export function useReloadKeys(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keysKey })
}
