import { WifiOff } from 'lucide-react'
import { useIsOnline } from '../ui/use-is-online.ts'

/** A part of the header, so that it covers nothing. */
export function OfflineBar() {
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex h-7 animate-fade items-center justify-center gap-2 bg-inverse font-medium text-12 text-on-inverse forced-colors:border-b">
          <WifiOff aria-hidden="true" className="size-3.5" />
          You are offline. This page may be out of date.
        </p>
      )}
    </div>
  )
}
