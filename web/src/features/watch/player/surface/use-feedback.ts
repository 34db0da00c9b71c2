import { useCallback, useEffect, useState } from 'react'

/** How long the feedback stays over the video. */
const feedbackMs = 900

export interface Feedback {
  text: string
  /** Where a double tap was; otherwise it is shown in the middle. */
  side?: 'left' | 'right'
}

/** What is shown over the picture for a moment, to confirm a key or a gesture. */
export function useFeedback() {
  const [feedback, setFeedback] = useState<Feedback>()
  useEffect(() => {
    if (!feedback) return
    const timer = setTimeout(() => setFeedback(undefined), feedbackMs)
    return () => clearTimeout(timer)
  }, [feedback])
  // A new object each time, so that a repeated text is shown for its whole time.
  const show = useCallback((next: Feedback) => setFeedback({ ...next }), [])
  return { feedback, show }
}
