import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SigningKey } from '@video-forge/contract/protection/protection'
import { withDefaultMessage } from '../../../../api/with-default-message.ts'
import { call } from '../../../../session/call.ts'

const queryKey = ['account', 'signing-keys'] as const

export const useSigningKeys = (): UseQueryResult<SigningKey[]> =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await withDefaultMessage('Your signing keys could not be loaded.', call('GET /account/signing-keys', {}, { signal }))).keys,
  })

/** Loads the list again after a change. */
export function useReloadSigningKeys(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey })
}
