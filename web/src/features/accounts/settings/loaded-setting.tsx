import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RetryNotice } from '../../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

interface LoadedSettingProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** The height class to reserve while it loads. */
  skeleton: string
  children: (data: Data) => ReactNode
}

/** A setting that is fetched first: its height is reserved, and a failure can be retried. */
export function LoadedSetting<Data>({ query, skeleton, children }: LoadedSettingProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return <Skeleton className={`w-full ${skeleton}`} />
  return <RetryNotice text={query.error.message} onRetry={() => void query.refetch()} />
}
