import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { JobNotifications } from '../jobs-view/live/job-notifications.tsx'
import { LiveCacheUpdates } from '../jobs-view/live/live-cache-updates.tsx'
import { useSession } from '../session/use-session.ts'

/** Asking again helps when the network or the server had a bad moment, not when the answer was a no. */
const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (!error.hasResponse || error.isServerFault)

const createClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000 }, mutations: { retry: false } } })

/** What was fetched belongs to who fetched it: another user, or none, starts with nothing. */
let kept: { owner: string | undefined; client: QueryClient } | undefined

function clientOf(owner: string | undefined): QueryClient {
  if (!kept || kept.owner !== owner) kept = { owner, client: createClient() }
  return kept.client
}

/** Around the pages that fetch. The landing does without, and without its weight. */
export function QueryScope() {
  const user = useSession()
  // With the key, because what is mounted already would stay with the answers of the one before.
  return (
    <QueryClientProvider key={user?.id ?? ''} client={clientOf(user?.id)}>
      <LiveCacheUpdates />
      <JobNotifications />
      <Outlet />
    </QueryClientProvider>
  )
}
