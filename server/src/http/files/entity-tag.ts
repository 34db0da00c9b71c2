/** Whether an If-None-Match header names this tag. Weak tags count too: nobody asks for a part by this header. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
