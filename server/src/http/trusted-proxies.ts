import { BlockList, isIP } from 'node:net'

/** Proxies are few, and every request comes through one of them, so what was found about an address is kept. */
const maxKept = 1000

/** Whether an address is one of these: addresses, networks, and `loopback`. */
export function isOneOf(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of proxies.flatMap((proxy) => (proxy === 'loopback' ? ['127.0.0.0/8', '::1'] : [proxy]))) {
    const [network = '', bits] = entry.split('/')
    if (bits === undefined) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, Number(bits), familyOf(network))
  }
  const known = new Map<string, boolean>()
  return (address) => {
    const kept = known.get(address)
    if (kept !== undefined) return kept
    const isListed = isIP(address) !== 0 && list.check(address, familyOf(address))
    if (known.size >= maxKept) known.clear()
    known.set(address, isListed)
    return isListed
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
