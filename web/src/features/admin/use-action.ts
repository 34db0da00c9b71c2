import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminKeys } from './admin-queries.ts'

/** Something an admin does. Whatever came of it, every figure on the page may have changed. */
export function useAction<Input, Result>(work: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, onSettled: () => client.invalidateQueries({ queryKey: adminKeys.all }) })
}
