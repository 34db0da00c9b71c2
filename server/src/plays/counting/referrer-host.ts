import { otherHosts } from '@video-forge/contract/rules/play-rules'

const pattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/

/** The host as it is counted: in lower case, without a port and 'www.'. Empty for none; anything else is counted as other. */
export function referrerHost(sent: string | undefined): string {
  if (!sent) return ''
  const host = sent
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '')
  return pattern.test(host) ? host : otherHosts
}
