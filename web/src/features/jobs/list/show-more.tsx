import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

interface ShowMoreProps {
  shown: number
  hasMore: boolean
  isLoading: boolean
  failed: boolean
  /** Returns whether that was the last page. */
  onMore: () => Promise<boolean>
}

/** The end of a list. The focus stays here when the button disappears with the last page. */
export function ShowMore({ shown, hasMore, isLoading, failed, onMore }: ShowMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  if (shown === 0) return null
  return (
    <div ref={end} tabIndex={-1} className="flex flex-col items-center gap-3">
      {failed && <Notice tone="bad">More videos could not be loaded.</Notice>}
      {hasMore && (
        <Button
          pending={isLoading}
          onClick={async () => {
            if (await onMore()) end.current?.focus({ preventScroll: true })
          }}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
