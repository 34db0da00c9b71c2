import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'

const maxBytes = 32 * 1024
const retryMs = 10 * 60 * 1000
const timeoutMs = 10_000

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.ico': 'image/x-icon',
}

/**
 * Reads the logo of the provider in the background, so that neither the start nor a page waits for it. It is handed out as a data: URL: pages
 * may show no pictures of other sites. Null while it is not there.
 */
export function loadLogo(address: string | undefined, log: Logger): () => string | null {
  let logo: string | null = null
  let triedAt: number | undefined
  const load = () => {
    triedAt = performance.now()
    readLogo(address ?? '').then(
      (read) => {
        logo = read
      },
      (error) => log.warn({ err: error, address }, 'logo of the sign-on provider could not be read, retrying later'),
    )
  }
  if (address) load()
  return () => {
    if (address && logo === null && triedAt !== undefined && performance.now() - triedAt > retryMs) load()
    return logo
  }
}

async function readLogo(address: string): Promise<string> {
  const url = new URL(address)
  const { type, bytes } = url.protocol === 'file:' ? await fromDisk(url) : await fromWeb(url)
  if (!Object.values(types).includes(type)) throw new Error(`a logo must be a picture, not '${type}'`)
  if (bytes.length > maxBytes) throw new Error(`a logo may have at most ${maxBytes} bytes`)
  return `data:${type};base64,${bytes.toString('base64')}`
}

async function fromDisk(url: URL) {
  const path = fileURLToPath(url)
  return { type: types[extname(path).toLowerCase()] ?? extname(path), bytes: await readFile(path) }
}

async function fromWeb(url: URL) {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`the answer has status ${response.status}`)
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  return { type, bytes: Buffer.concat(chunks) }
}
