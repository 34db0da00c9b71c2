import type { Storage } from '../platform/storage/storage.ts'

/**
 * What is stored about the bytes of an upload: the tag says to which file the hash belongs, since an upload link may be used again, and a
 * process may be killed between the file and the row.
 */
export async function contentOf(storage: Pick<Storage, 'head'>, s3Key: string, hash: Buffer | undefined): Promise<{ content?: string }> {
  const etag = hash && (await storage.head(s3Key))?.etag
  return hash && etag ? { content: storedContent(etag, hash) } : {}
}

export const storedContent = (etag: string, hash: Buffer): string => JSON.stringify({ etag, hash: hash.toString('hex') })
