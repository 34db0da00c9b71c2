import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminKeys } from './admin-queries.ts'

/** An admin action. Afterwards every figure on the page may have changed, so all are refetched. */
export function useAction<Input, Result>(work: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }) })
}
