import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

/** A failure inside a page, with a button that tries again. */
export const RetryNotice = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <Notice tone="bad">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {text}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  </Notice>
)
