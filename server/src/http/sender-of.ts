import type { IncomingHttpHeaders } from 'node:http'
import type { Sender } from '../platform/network/sender.ts'

/** Who sends a request. `own` is the origin of this site. */
export const senderOf = ({ ip, headers }: { ip: string; headers: IncomingHttpHeaders }, own: string): Sender => ({
  address: ip,
  own,
  origin: headers.origin,
  referer: headers.referer,
  fetchSite: textOf(headers['sec-fetch-site']),
})

const textOf = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header)
