import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

interface LoadedSettingProps<Data> {
  query: UseQueryResult<Data>
  /** The height to keep free while it loads. */
  skeleton: string
  children: (data: Data) => ReactNode
}

/** A part of a section that has to be fetched: its height is kept, and a failure can be tried again. */
export function LoadedSetting<Data>({ query, skeleton, children }: LoadedSettingProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Skeleton className={`w-full ${skeleton}`} />
  return (
    <Notice tone="bad">
      <span className="flex flex-wrap items-center gap-3">
        {query.error.message}
        <Button size="small" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </span>
    </Notice>
  )
}
