/**
 * An address in an answer, as it is reached from here; undefined if it is none. A site may know itself by another name or protocol than
 * the one that was typed (`ownHost`).
 */
export function addressAt(address: string | null | undefined, origin: string, ownHost?: string | null): string | undefined {
  if (!address || !URL.canParse(address, origin)) return undefined
  const { protocol, host, pathname, search, href } = new URL(address, origin)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return ownHost && host === ownHost ? origin + pathname + search : href
}
