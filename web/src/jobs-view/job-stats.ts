import { useQuery } from '@tanstack/react-query'
import { limits } from '@video-forge/contract/rules/limits'
import { call } from '../session/call.ts'
import { activeCount } from './job-filters.ts'
import { jobKeys } from './live/job-cache.ts'

/** During an upgrade, a server of the version before may answer, which knows no drafts. */
const withoutDrafts = { drafts: 0 }

/** The counts per status, polled only while live events are down and a job is active. */
export const useJobStats = ({ isLiveDown = false } = {}) =>
  useQuery({
    queryKey: jobKeys.stats,
    queryFn: async ({ signal }) => ({ ...withoutDrafts, ...(await call('GET /jobs/stats', {}, { signal })).stats }),
    refetchInterval: ({ state: { data } }) => isLiveDown && data !== undefined && activeCount(data) > 0 && limits.jobPollSeconds * 1000,
  })
