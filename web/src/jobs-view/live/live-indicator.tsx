import { limits } from '@video-forge/contract/rules/limits'
import type { LiveState } from '../../live/live-store.ts'
import { classNames } from '../../ui/class-names.ts'

const labels: Record<LiveState, { text: string; dot: string }> = {
  disconnected: { text: 'Not live', dot: 'bg-control' },
  connecting: { text: 'Connecting…', dot: 'bg-control' },
  connected: { text: 'Live', dot: 'bg-done' },
  error: { text: `Not live, updating every ${limits.jobPollSeconds} s`, dot: 'bg-warn' },
}

/** How the page is kept up to date. */
export const LiveIndicator = ({ state }: { state: LiveState }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-12 text-muted">
    <span aria-hidden="true" className={classNames('size-2 rounded-full forced-colors:bg-[CanvasText]', labels[state].dot)} />
    {labels[state].text}
  </span>
)
