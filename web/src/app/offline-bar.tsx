import { WifiOff } from 'lucide-react'
import { useIsOnline } from '../ui/use-is-online.ts'

/** Fixed, so that the page under it does not move when it appears. */
export function OfflineBar() {
  const isOnline = useIsOnline()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {!isOnline && (
        <p className="flex h-7 animate-fade items-center justify-center gap-2 bg-inverse font-medium text-12 text-on-inverse forced-colors:border-b">
          <WifiOff aria-hidden="true" className="size-3.5" />
          You are offline. This page may be out of date.
        </p>
      )}
    </div>
  )
}
