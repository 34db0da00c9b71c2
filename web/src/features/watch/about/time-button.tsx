import { usePlayback } from '../playback/playback-context.ts'

/** A time that plays the video from there. */
export function TimeButton({ text, seconds }: { text: string; seconds: number }) {
  const { element, seekTo } = usePlayback()
  if (!element) return text
  return (
    <button
      type="button"
      aria-label={`Play from ${text}`}
      onClick={() => seekTo(seconds)}
      className="font-medium text-ink underline decoration-control underline-offset-2 tabular-nums hover:decoration-current"
    >
      {text}
    </button>
  )
}
