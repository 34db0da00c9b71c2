import { isIPv4, isIPv6 } from 'node:net'

/** A network that contains a client's address, and how many times the limit of one client it may use. */
export interface ClientNetwork {
  key: string
  times: number
}

/**
 * The networks under which a client is counted, narrowest first. In IPv6 one client has a /64, a site a /48 and a provider a /32. The wider
 * ones count too, because their owner has any number of the narrower.
 */
export function clientNetworks(address: string): [ClientNetwork, ...ClientNetwork[]] {
  const bare = withoutPort(address.trim())
  if (isIPv4(bare)) return [{ key: bare, times: 1 }]
  const groups = groupsOf(bare)
  // Not an address, from a proxy: all such clients count as one.
  if (!groups) return [{ key: 'unknown', times: 1 }]
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return [{ key: asIPv4(groups), times: 1 }]
  return [network(groups, 64, 1), network(groups, 48, 4), network(groups, 32, 50)]
}

const network = (groups: readonly number[], bits: number, times: number): ClientNetwork => {
  const prefix = groups.slice(0, bits / 16).map((group) => group.toString(16))
  return { key: `${prefix.join(':')}::/${bits}`, times }
}

/** Some load balancers append the port. */
function withoutPort(address: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(address) ?? []
  return inBrackets ?? (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address)
}

const asIPv4 = (groups: readonly number[]): string => [6, 7].flatMap((at) => [(groups[at] ?? 0) >> 8, (groups[at] ?? 0) & 0xff]).join('.')

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] | undefined {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return undefined
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(bare)
  const hex = dotted ? bare.slice(0, dotted.index) + tailOf(dotted.slice(1).map(Number)) : bare
  const [head = '', tail] = hex.split('::')
  const [before, after] = [parse(head), parse(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const tailOf = ([a = 0, b = 0, c = 0, d = 0]: number[]): string => `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`

const parse = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
