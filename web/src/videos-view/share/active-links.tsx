import type { Output } from '@video-forge/contract/endpoints'
import { formatMoment } from '../../format/dates.ts'
import { Button } from '../../ui/button.tsx'
import { RetryNotice } from '../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

interface ActiveLinksProps {
  links: Output<'GET /gallery/videos/{id}/links'>['links'] | undefined
  error: Error | null
  /** The link that is being revoked. */
  revoking: string | undefined
  onRevoke: (id: string) => void
  onRetry: () => void
}

/** The links that work now. Their addresses are shown only once, so the list shows their dates. */
export function ActiveLinks({ links, error, revoking, onRevoke, onRetry }: ActiveLinksProps) {
  if (!links && error) {
    return <RetryNotice text={`The links could not be loaded: ${error.message}`} onRetry={onRetry} />
  }
  if (!links) return <Skeleton className="h-12" />
  if (links.length === 0) return <p className="text-13 text-muted">No active links. Nobody else can watch this video.</p>
  return (
    <ul aria-label="Active links" className="flex flex-col divide-y divide-line border-line border-y">
      {links.map(({ id, createdAt, expiresAt }) => (
        <li key={id} className="flex min-h-14 items-center justify-between gap-4 py-2">
          <p id={`link-${id}`} className="flex flex-col text-13">
            <span>Works until {formatMoment(expiresAt)}</span>
            <span className="text-12 text-muted">Created {formatMoment(createdAt)}</span>
          </p>
          <Button size="small" aria-describedby={`link-${id}`} pending={revoking === id} onClick={() => onRevoke(id)}>
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}
