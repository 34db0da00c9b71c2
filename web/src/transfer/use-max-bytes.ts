import { useQuery } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { call } from '../session/call.ts'

/** The size limit of this site, or the default until it is loaded. */
export function useMaxBytes(): { maxBytes: number; isKnown: boolean } {
  const { data = limits.maxUploadBytes, isFetched } = useQuery({
    queryKey: ['uploads', 'limits'],
    queryFn: async ({ signal }) => (await call('GET /upload/limits', {}, { signal })).maxBytes,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { maxBytes: data, isKnown: isFetched }
}
