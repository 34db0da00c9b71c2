import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** The next page is fetched when the end is this close to the screen: about two rows of cards. */
const aheadPixels = 600

interface LoadMoreOnScrollProps {
  hasMore: boolean
  isLoading: boolean
  failed: boolean
  onMore: () => void
}

/** The end of the list. Scrolling near it fetches the next page; after a failure only the button does, to spare the server. */
export function LoadMoreOnScroll({ hasMore, isLoading, failed, onMore }: LoadMoreOnScrollProps) {
  const end = useRef<HTMLDivElement>(null)
  const isWatching = hasMore && !isLoading && !failed
  useEffect(() => {
    if (!isWatching || !end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: `${aheadPixels}px` })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWatching, onMore])
  return (
    <div ref={end} className="flex flex-col items-center gap-3">
      {failed && <Notice tone="bad">More videos could not be loaded.</Notice>}
      {hasMore && (
        <Button pending={isLoading} onClick={onMore}>
          {failed ? 'Try again' : 'Show more'}
        </Button>
      )}
    </div>
  )
}
