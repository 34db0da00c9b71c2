import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

interface PagerProps {
  /** What is paged, for screen readers. */
  label: string
  page: number
  total?: string
  hasNext: boolean
  onPage: (page: number) => void
}

export const Pager = ({ label, page, total, hasNext, onPage }: PagerProps) => (
  <nav aria-label={`Pages of ${label}`} className="flex flex-wrap items-center justify-between gap-2 text-13 text-muted tabular-nums">
    <span>{total}</span>
    <div className="flex items-center gap-2">
      <span>Page {page}</span>
      <Button size="small" aria-label="Previous page" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
      </Button>
      <Button size="small" aria-label="Next page" disabled={!hasNext} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </div>
  </nav>
)
