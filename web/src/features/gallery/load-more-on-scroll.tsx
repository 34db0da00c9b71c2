import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** How far below the screen the end may be when the next page is fetched: about two rows of cards. */
const aheadPixels = 600

interface LoadMoreOnScrollProps {
  hasMore: boolean
  isLoading: boolean
  failed: boolean
  onMore: () => void
}

/**
 * The end of the list. It fetches the next page as it comes near, and has a button for those who do not scroll. After a
 * failure only the button asks again, so that a server in trouble is not asked without end.
 */
export function LoadMoreOnScroll({ hasMore, isLoading, failed, onMore }: LoadMoreOnScrollProps) {
  const end = useRef<HTMLDivElement>(null)
  const wanted = hasMore && !isLoading && !failed
  useEffect(() => {
    if (!wanted || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: `${aheadPixels}px` })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [wanted, onMore])
  return (
    <div ref={end} className="flex flex-col items-center gap-3">
      {failed && <Notice tone="bad">The next videos could not be loaded.</Notice>}
      {hasMore && (
        <Button pending={isLoading} onClick={onMore}>
          {failed ? 'Try again' : 'Show more'}
        </Button>
      )}
    </div>
  )
}
