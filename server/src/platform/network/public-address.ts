import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Everything that is not a public unicast address (IANA's special-purpose registries). */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, prefix, 'ipv4')
}

/** In IPv6 only 2000::/3 is public, without the ranges that map other addresses. */
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')
const specialV6 = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  specialV6.addSubnet(network, prefix, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return isPublicAddress(mapped)
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && publicV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}

export class PrivateAddress extends Error {}

/**
 * A DNS lookup for a connection, which refuses private addresses. It runs when connecting, so the checked address is the one that is used:
 * DNS rebinding has no effect.
 */
const publicLookup: LookupFunction = (hostname, options, done) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const allowed = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = allowed
    if (!first) return done(new PrivateAddress('not a public address'), '', 0)
    if (options.all) return done(null, allowed)
    return done(null, first.address, first.family)
  })
}

/**
 * Connection options that keep a request out of private networks; undefined when the address is private. A host name is checked by the
 * lookup; a bare IP address has no lookup, so it is checked here.
 */
export function routeTo(url: URL, { allowPrivate }: { allowPrivate: boolean }): { lookup?: LookupFunction } | undefined {
  if (allowPrivate) return {}
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host) ? undefined : { lookup: publicLookup }
}
