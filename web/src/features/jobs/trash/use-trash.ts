import { useInfiniteQuery } from '@tanstack/react-query'
import { withDefaultMessage } from '../../../api/with-default-message.ts'
import { call } from '../../../session/call.ts'

export const trashFailed = 'The trash could not be loaded.'

interface TrashWish {
  /** The deleted videos of all people, for admins. */
  everyone: boolean
  search: string
}

/** Deleted videos, page by page. While somebody types, what was found before stays. */
export const useTrash = ({ everyone, search }: TrashWish) =>
  useInfiniteQuery({
    queryKey: ['trash', everyone, search],
    queryFn: ({ pageParam, signal }) => {
      const wish = { ...(everyone && { everyone: 'true' as const }), ...(search && { search }) }
      return withDefaultMessage(
        trashFailed,
        call('GET /trash', { query: { ...wish, ...(pageParam && { cursor: pageParam }) } }, { signal }),
      )
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before, query) => (query?.queryKey[1] === everyone ? before : undefined),
  })
