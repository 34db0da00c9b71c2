import { classNames } from '../../../../ui/class-names.ts'
import type { Feedback } from './use-feedback.ts'

const places = {
  left: 'top-1/2 left-[16%] -translate-1/2',
  right: 'top-1/2 left-[84%] -translate-1/2',
  middle: 'top-[15%] left-1/2 -translate-x-1/2',
}

/** Announced too: the region exists before its text does. */
export const FeedbackBubble = ({ feedback }: { feedback: Feedback | undefined }) => (
  <div role="status" className="pointer-events-none absolute inset-0">
    {feedback && (
      <span
        className={classNames(
          'absolute whitespace-nowrap rounded-full bg-stage/85 px-4 py-2 font-medium text-14 text-on-stage tabular-nums forced-colors:border',
          places[feedback.side ?? 'middle'],
        )}
      >
        {feedback.text}
      </span>
    )}
  </div>
)
