import { useQuery } from '@tanstack/react-query'
import { type OutputFormat, sourceProblem } from '@video-forge/contract/rules/job-rules'
import { isUploadKey } from '@video-forge/contract/rules/upload-rules'
import { retryWhileBusy } from '../../api/retry-while-busy.ts'
import { call } from '../../session/call.ts'
import { useDebounced } from '../../ui/use-debounced.ts'

/** A source is looked at once nobody has typed for this long. */
const settleMilliseconds = 600

interface PlanValues {
  inputSource: string
  outputFormats: readonly OutputFormat[]
}

/** An address that was typed, or the key of an own upload. */
const isAskable = (inputSource: string): boolean => isUploadKey(inputSource) || sourceProblem(inputSource) === undefined

/** What a job with these values would do, asked when they have settled and can be asked about. */
export function usePlan({ inputSource, outputFormats }: PlanValues) {
  const wanted = isAskable(inputSource) && outputFormats.length > 0 ? [inputSource.trim(), ...outputFormats].join(' ') : ''
  const settled = useDebounced(wanted, settleMilliseconds)
  const ready = wanted !== '' && wanted === settled
  const query = useQuery({
    queryKey: ['plan', wanted],
    queryFn: async ({ signal }) => {
      const body = { inputSource: inputSource.trim(), outputFormats: [...outputFormats] }
      return (await retryWhileBusy(() => call('POST /jobs/plan', { body }, { signal }), signal)).plan
    },
    enabled: ready,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const asks = wanted !== ''
  return {
    plan: ready ? query.data : undefined,
    refusal: ready && !query.isFetching ? (query.error ?? undefined) : undefined,
    isLoading: asks && (!ready || query.isFetching) && !(ready && query.data),
    retry: () => void query.refetch(),
  }
}
