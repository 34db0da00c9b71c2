/** Whether an If-None-Match header contains this tag. Weak tags match too, as the header never selects a range. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
