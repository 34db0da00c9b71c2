import type { ImportRequest } from '@video-forge/contract/imports'
import type { SecretBox } from '../platform/secret-box.ts'

const secretFields = ['token', 'accessKeyId', 'secretAccessKey', 'url', 'list'] as const

/** A request as it is stored: what gives access to another place is encrypted, addresses too. An earlier version has stored those in the open. */
export interface StoredRequest {
  request: Omit<ImportRequest, (typeof secretFields)[number]>
  /** Base64. */
  sealed?: string
}

export function sealRequest(request: ImportRequest, secrets: SecretBox): StoredRequest {
  const entries = Object.entries(request)
  const isSecret = ([name]: [string, unknown]) => secretFields.some((field) => field === name)
  const hidden = entries.filter((entry) => isSecret(entry) && entry[1] !== undefined)
  const open = Object.fromEntries(entries.filter((entry) => !isSecret(entry))) as StoredRequest['request']
  if (hidden.length === 0) return { request: open }
  return { request: open, sealed: secrets.seal(JSON.stringify(Object.fromEntries(hidden))).toString('base64') }
}

/** Undefined if it was sealed with another secret. */
export function openRequest({ request, sealed }: StoredRequest, secrets: SecretBox): ImportRequest | undefined {
  if (sealed === undefined) return request as ImportRequest
  const opened = secrets.open(Buffer.from(sealed, 'base64'))
  return opened === undefined ? undefined : ({ ...request, ...JSON.parse(opened) } as ImportRequest)
}
