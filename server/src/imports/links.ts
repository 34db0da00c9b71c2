/** Addresses may contain secrets, such as a token in the query or a password: they are stored encrypted, and reports show them without these. */

export const isLink = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text)

/** An address without what may be secret in it. Other text stays as it is. */
export function shownLink(text: string): string {
  if (!isLink(text) || !URL.canParse(text)) return text
  const { protocol, host, pathname, search } = new URL(text)
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`
}
