import { useQuery } from '@tanstack/react-query'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import { sourceProblem } from '@video-forge/contract/rules/jobs/job-rules'
import { isUploadKey } from '@video-forge/contract/rules/upload-rules'
import { retryWhileBusy } from '../../api/retry-while-busy.ts'
import { call } from '../../session/call.ts'
import { useDebounced } from '../../ui/use-debounced.ts'

/** The plan is requested once typing has paused for this long. */
const debounceMs = 600

interface PlanValues {
  inputSource: string
  outputFormats: readonly OutputFormat[]
}

/** A valid address, or the key of one's own upload. */
const canPlan = (inputSource: string): boolean => isUploadKey(inputSource) || sourceProblem(inputSource) === undefined

/** What a job with these values would do. Requested once the values are valid and no longer change. */
export function usePlan({ inputSource, outputFormats }: PlanValues) {
  const request = canPlan(inputSource) && outputFormats.length > 0 ? [inputSource.trim(), ...outputFormats].join(' ') : ''
  const debounced = useDebounced(request, debounceMs)
  const isReady = request !== '' && request === debounced
  const query = useQuery({
    queryKey: ['plan', request],
    queryFn: async ({ signal }) => {
      const body = { inputSource: inputSource.trim(), outputFormats: [...outputFormats] }
      return (await retryWhileBusy(() => call('POST /jobs/plan', { body }, { signal }), signal)).plan
    },
    enabled: isReady,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  })
  return {
    plan: isReady ? query.data : undefined,
    error: isReady && !query.isFetching ? (query.error ?? undefined) : undefined,
    isLoading: request !== '' && (!isReady || query.isFetching) && !(isReady && query.data),
    retry: () => void query.refetch(),
  }
}
