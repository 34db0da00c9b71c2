import { Spinner } from '../../ui/feedback/spinner.tsx'

/** In the middle of the player until the video loads. */
export const LoadingOverlay = () => (
  <div role="status" className="pointer-events-none absolute inset-0 flex items-center justify-center">
    <span className="flex items-center gap-2 rounded-control bg-stage/85 px-3 py-1.5 font-medium text-13 text-on-stage">
      <Spinner />
      Loading
    </span>
  </div>
)
