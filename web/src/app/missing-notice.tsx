import { useLocation } from 'react-router'
import { Notice } from '../ui/feedback/notice.tsx'

interface MissingPath {
  missing: string
}

/** Navigation state with a path that no page has. It leads to the start page, which says so; the server sends it with the status 404. */
export const missingPath = (path: string): MissingPath => ({ missing: path })

export function MissingNotice() {
  const { state } = useLocation()
  const missing = typeof state === 'object' && state !== null && 'missing' in state ? state.missing : undefined
  if (typeof missing !== 'string') return null
  return (
    <Notice tone="warn" title="Page not found">
      There is nothing at <span className="break-all font-medium">{missing}</span>. The address may be misspelled, or the page was removed.
    </Notice>
  )
}
