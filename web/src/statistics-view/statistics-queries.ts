import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Statistics } from '@video-forge/contract/plays'
import type { StatisticsPeriod } from '@video-forge/contract/rules/play-rules'
import { withDefaultMessage } from '../api/with-default-message.ts'
import { call } from '../session/call.ts'

/** Whose statistics. */
export type StatisticsScope = { kind: 'video'; id: string } | { kind: 'own' } | { kind: 'site' }

/** Who watches now changes by the second; this is often enough to notice. */
const refreshMs = 15_000

function read(scope: StatisticsScope, period: StatisticsPeriod, signal: AbortSignal): Promise<Statistics> {
  const query = { period }
  if (scope.kind === 'video') return call('GET /gallery/videos/{id}/statistics', { params: { id: scope.id }, query }, { signal })
  return scope.kind === 'own'
    ? call('GET /account/statistics', { query }, { signal })
    : call('GET /admin/statistics', { query }, { signal })
}

export const useStatistics = (scope: StatisticsScope, period: StatisticsPeriod) =>
  useQuery({
    queryKey: ['statistics', scope, period],
    queryFn: ({ signal }) => withDefaultMessage(statisticsFailed, read(scope, period, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export const statisticsFailed = 'The statistics could not be loaded.'
