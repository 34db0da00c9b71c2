import { useQuery } from '@tanstack/react-query'
import { call } from '../../session/call.ts'
import { videoKeys } from '../video-keys.ts'

const staleMs = 5 * 60_000

/** Whether this site makes captions from what is said, and in which languages. */
export const useAutomaticCaptions = () =>
  useQuery({
    queryKey: videoKeys.automaticCaptions,
    queryFn: ({ signal }) => call('GET /captions/automatic', {}, { signal }),
    staleTime: staleMs,
    // Without the answer the forms are complete as well.
    retry: false,
  })
