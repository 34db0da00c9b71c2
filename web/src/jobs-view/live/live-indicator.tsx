import { limits } from '@video-forge/contract/rules/limits'
import type { LiveState } from '../../live/live-store.ts'
import { classNames } from '../../ui/class-names.ts'

const words: Record<LiveState, { text: string; dot: string }> = {
  disconnected: { text: 'Not live', dot: 'bg-control' },
  connecting: { text: 'Connecting…', dot: 'bg-control' },
  connected: { text: 'Live', dot: 'bg-done' },
  error: { text: `Not live, asking every ${limits.jobPollSeconds} s`, dot: 'bg-warn' },
}

/** How the numbers on the page are kept up to date, in a whisper. */
export const LiveIndicator = ({ state }: { state: LiveState }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-12 text-muted">
    <span aria-hidden="true" className={classNames('size-2 rounded-full', words[state].dot)} />
    {words[state].text}
  </span>
)
