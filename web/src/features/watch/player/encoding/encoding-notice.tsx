import { Hourglass } from 'lucide-react'
import { formatTimeSpan } from '../../../../format/time-span.ts'
import { Button } from '../../../../ui/button.tsx'
import type { EncodingWait } from './use-encoding-wait.ts'

const sentences = {
  seek: 'This part is not encoded yet.',
  edge: 'The rest is not encoded yet.',
}

/** Over the picture while the player waits for a part that is not encoded yet. */
export const EncodingNotice = ({ wait: { reason, secondsLeft }, onGoBack }: { wait: EncodingWait; onGoBack: () => void }) => (
  <div className="scheme-dark pointer-events-none absolute inset-0 flex items-center justify-center p-4 max-sm:items-start max-sm:p-2">
    <div className="pointer-events-auto flex max-w-md animate-fade flex-col items-center gap-3 rounded-surface border border-on-stage/20 bg-stage p-4 text-center text-on-stage max-sm:gap-2 max-sm:py-2">
      <div className="flex flex-col gap-1">
        <p className="flex items-center justify-center gap-2 font-medium text-14">
          <Hourglass aria-hidden="true" className="size-4 shrink-0 opacity-80" />
          {/* Announced once; the time left changes too often for that. */}
          <span role="status">{sentences[reason]}</span>
        </p>
        <p className="text-13 tabular-nums opacity-80">
          {secondsLeft !== undefined && `About ${formatTimeSpan(secondsLeft)} left. `}Playback continues by itself.
        </p>
      </div>
      {reason === 'seek' && (
        <Button size="small" onClick={onGoBack}>
          Go back
        </Button>
      )}
    </div>
  </div>
)
