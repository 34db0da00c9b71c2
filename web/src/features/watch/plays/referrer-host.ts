/**
 * The host of the page that led to this one, and never more than its host. Empty when there is none, or when the visit began on another page of this
 * site.
 */
export function readReferrerHost(page: Pick<Document, 'referrer'> = document, firstPath = firstPathOfVisit()): string {
  if (firstPath !== window.location.pathname || !URL.canParse(page.referrer)) return ''
  const { host } = new URL(page.referrer)
  return host === window.location.host ? '' : host
}

/** The path that was loaded from the server; other pages were opened without loading. */
function firstPathOfVisit(): string {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? []
  return navigation && URL.canParse(navigation.name) ? new URL(navigation.name).pathname : window.location.pathname
}
