import { Failure } from '@video-forge/contract/errors'

const maxLength = 253

/**
 * A site that may embed a video, as people type or paste it: a host name, with a port where it is not the usual one, or all hosts below a name
 * (`*.example.com`). Undefined if it is none.
 */
export function normalizeDomain(typed: string): string | undefined {
  const bare = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    // The usual ports; https is what the name is read with below.
    .replace(/:80$/, '')
  const [, star = '', name = ''] = /^(\*\.)?([^\s*@%'";,\\]+)$/.exec(bare) ?? []
  const address = `https://${name}`
  if (name === '' || name.endsWith(':') || name.length > maxLength || !URL.canParse(address)) return undefined
  const { hostname, host } = new URL(address)
  const isName = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(hostname)
  // A star before the last part of a name would stand for all sites of a country.
  if (!isName || (star !== '' && !/\.[a-z]/.test(hostname))) return undefined
  return star + host
}

/** Of all names together: they are in a header, and proxies take a few kilobytes of those. */
const maxTotalLength = 2000

export function normalizeDomains(typed: readonly string[]): string[] {
  const domains = new Set<string>()
  for (const each of typed) {
    const domain = normalizeDomain(each)
    if (!domain) {
      throw refused(`"${each.slice(0, 60)}" is not the name of a site, such as example.com or *.example.com.`)
    }
    domains.add(domain)
  }
  if ([...domains].join(' ').length > maxTotalLength) throw refused(`The sites together may have at most ${maxTotalLength} characters.`)
  return [...domains]
}

const refused = (message: string) => new Failure('INVALID_INPUT', message, { details: [{ field: 'embedDomains', message }] })
