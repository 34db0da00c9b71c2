import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { useSession } from '../session/use-session.ts'
import { addFirstVideo } from '../videos-view/first-video.ts'

/** A retry helps after a network or server fault, not after a rejection. */
const isWorthRetrying = (failureCount: number, error: Error): boolean =>
  failureCount < 2 && error instanceof ApiError && (!error.hasResponse || error.isServerFault)

const createClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000 }, mutations: { retry: false } } })

/** The cache belongs to one user. After a sign-in or sign-out a new one starts empty. */
let current: { owner: string | undefined; client: QueryClient } | undefined

export function clientOf(owner: string | undefined): QueryClient {
  if (!current || current.owner !== owner) {
    current = { owner, client: createClient() }
    // As a visitor sees it; a signed-in person may see more.
    if (owner === undefined) addFirstVideo(current.client)
  }
  return current.client
}

/** Around the pages that fetch data. The landing page does not load this code. `children` are beside the page. */
export function QueryScope({ children }: { children?: ReactNode }) {
  const user = useSession()
  // The key remounts the pages, which would otherwise keep the previous user's data.
  return (
    <QueryClientProvider key={user?.id ?? ''} client={clientOf(user?.id)}>
      {children}
      <Outlet />
    </QueryClientProvider>
  )
}
