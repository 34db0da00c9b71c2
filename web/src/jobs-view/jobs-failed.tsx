import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'

/** In place of a list of the user's videos that could not be loaded. */
export const JobsFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorState title="Your videos could not be loaded" text={error.message} action={<Button onClick={onRetry}>Try again</Button>} />
)
