import type { Key } from '@video-forge/contract/accounts/keys'
import { formatMoment } from '../format/dates.ts'
import { whenUsed } from '../format/when-used.ts'
import { Badge } from '../ui/feedback/badge.tsx'

export const KeyScopes = ({ scopes, isExpired }: Pick<Key, 'scopes' | 'isExpired'>) => (
  <span className="flex flex-wrap gap-1">
    {isExpired && <Badge tone="bad">Expired</Badge>}
    {scopes.map((scope) => (
      <Badge key={scope} tone={scope === 'admin' ? 'warn' : 'neutral'}>
        {scope}
      </Badge>
    ))}
  </span>
)

/** When and from where it was last used. */
export const lastUseOf = ({ lastUsedAt, lastUsedAddress, lastUsedBy }: Key): string =>
  lastUsedAt ? `Last used ${whenUsed(lastUsedAt)} from ${lastUsedAddress} (${lastUsedBy})` : 'Never used'

export const endOf = ({ expiresAt, isExpired }: Key): string =>
  expiresAt ? `${isExpired ? 'expired' : 'expires'} ${formatMoment(expiresAt)}` : 'never expires'
