/** Who sends a request, and what it says about the page that made it. Browsers say it; other programs send what they like. */
export interface Sender {
  /** The network address. */
  address: string
  /** The origin of this site. */
  own: string
  origin: string | undefined
  referer: string | undefined
  /** The header Sec-Fetch-Site, which no page can change. */
  fetchSite: string | undefined
}

const originIn = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined

/** The site that a request comes from: its origin, `null` for a page without one, or undefined where the request does not say. */
const namedSite = ({ origin, referer }: Sender): string | undefined =>
  origin === undefined ? originIn(referer) : (originIn(origin) ?? 'null')

/** As in `frame-ancestors`, a name without a port stands for the usual one. */
function isAmong(origin: string, domains: readonly string[]): boolean {
  const { host } = new URL(origin)
  return domains.some((domain) => (domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain))
}

/** Whether the page that asks may frame the player. One that does not name itself may try: the browser compares it with `frame-ancestors`. */
export function mayFrame(sender: Sender, domains: readonly string[]): boolean {
  const named = namedSite(sender)
  return domains.length === 0 || named === undefined || named === sender.own || (named !== 'null' && isAmong(named, domains))
}

/** Whether a request for what the player needs comes from the player, from one of these sites, or from no page at all. */
export function maySend(sender: Sender, domains: readonly string[]): boolean {
  if (domains.length === 0) return true
  if (namedSite(sender) === undefined) return sender.fetchSite !== 'cross-site' && sender.fetchSite !== 'same-site'
  return mayFrame(sender, domains)
}
