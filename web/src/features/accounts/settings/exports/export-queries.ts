import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import { withDefaultMessage } from '../../../../api/with-default-message.ts'
import { call } from '../../../../session/call.ts'

const exportsKey = ['account', 'exports'] as const

/** How often an export that is being prepared is read again. */
const preparingMs = 2000

export type Exports = Output<'GET /account/exports'>

export const useExports = (): UseQueryResult<Exports> =>
  useQuery({
    queryKey: exportsKey,
    queryFn: ({ signal }) => withDefaultMessage('Your exports could not be loaded.', call('GET /account/exports', {}, { signal })),
    refetchInterval: ({ state }) => (state.data?.exports.some(({ status }) => status === 'preparing') ? preparingMs : false),
  })

/** Loads the list again after a change. */
export function useReloadExports(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: exportsKey })
}
