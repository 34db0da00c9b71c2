import { sentences } from '@video-forge/contract/sentences'

export const Spinner = () => (
  <span
    aria-hidden="true"
    className="size-4 animate-turn rounded-full border-2 border-current border-r-transparent opacity-80 forced-colors:border-r-[Highlight]"
  />
)

/** Identical to the one in index.html, so that nothing moves when React takes over. */
export const StartupSpinner = () => (
  <div className="startup" role="status">
    <span className="startup-ring" aria-hidden="true" />
    <span>{sentences.loadingApp}</span>
  </div>
)
