import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'
import { StaleNotice } from './stale-notice.tsx'

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>
  /** The title when the first load fails. */
  failed: string
  /** The height class to reserve while it loads. */
  skeleton?: string
  children: (data: Data) => ReactNode
}

/** The result of a query: a skeleton while it loads, a retry when it failed, and a notice when the data is out of date. */
export function QueryView<Data>({ query, failed, skeleton = 'h-40', children }: QueryViewProps<Data>) {
  const retry = () => void query.refetch()
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState title={failed} text={query.error.message} action={<Button onClick={retry}>Try again</Button>} />
    ) : (
      <div role="status">
        <span className="sr-only">Loading</span>
        <Skeleton className={`w-full rounded-surface ${skeleton}`} />
      </div>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {query.isRefetchError && <StaleNotice since={query.dataUpdatedAt} onRetry={retry} />}
      <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'min-w-0 opacity-60 transition-opacity' : 'min-w-0'}>
        {children(query.data)}
      </div>
    </div>
  )
}
