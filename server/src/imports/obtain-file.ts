import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@video-forge/contract/errors'
import type { ImportRequest } from '@video-forge/contract/imports'
import { uploadTooLarge } from '@video-forge/contract/rules/upload-rules'
import type { ContentHash } from '../platform/content/content-hash.ts'
import { TaskFailure } from '../platform/tasks/task-failure.ts'
import type { SourceDeps } from './import-deps.ts'
import type { FileSource } from './item.ts'
import { withRetries } from './reader-context.ts'
import { expiredLink } from './readers/archive/link-expired.ts'
import { fileInside, isInside } from './readers/folder/folder-place.ts'
import { refusalOf } from './readers/get-json.ts'
import type { ReaderContext } from './readers/reader.ts'
import { readerFor } from './readers/readers.ts'

interface Wanted {
  source: FileSource
  path: string
  maxBytes: number
  /** Hashes the file on its way, so that it need not be read again. */
  hash?: ContentHash
}

/** A token goes only to the server that it is for. */
function headersFor(source: FileSource, request: ImportRequest): Record<string, string> | undefined {
  if (source.from !== 'url' || !source.needsToken || !('url' in request)) return undefined
  const address = /^https?:/i.test(request.url) ? request.url : `https://${request.url}`
  const isOwn = URL.canParse(address) && new URL(address).origin === new URL(source.url).origin
  return isOwn ? readerFor(request).accessHeaders?.(request) : undefined
}

/** Makes a file of a source a file of this machine, and returns its size. */
export async function obtainFile(
  deps: Pick<SourceDeps, 'download'>,
  request: ImportRequest,
  { source, path, maxBytes, hash }: Wanted,
  { folders, signal }: ReaderContext,
): Promise<number> {
  if (source.from === 'folder') {
    // Again: what was a file when it was listed may be a link by now.
    const root = folders.find((folder) => isInside(source.path, folder))
    const real = root === undefined ? undefined : await fileInside(source.path, root)
    if (real === undefined) throw new Failure('INVALID_SOURCE', 'This file is not in the folder any more, or cannot be read by the server.')
    if ((await stat(real)).size > maxBytes) throw new Failure('TOO_LARGE', uploadTooLarge(maxBytes))
    const pass = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash?.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(createReadStream(real), pass, createWriteStream(path), { signal })
  } else {
    const load = async () => {
      const url = source.from === 'url' ? source.url : await readerFor(request).linkTo?.(request, source.key)
      if (url === undefined) throw new Failure('INVALID_SOURCE', 'This import has no address for its files.')
      const headers = headersFor(source, request)
      const range = source.from === 'url' ? source.range : undefined
      if (range && range.size > maxBytes) throw new Failure('TOO_LARGE', uploadTooLarge(maxBytes))
      await deps.download(url, path, { signal, maxBytes, ...(range && { range }), ...(headers && { headers }), ...(hash && { hash }) })
    }
    await withRetries(load, signal).catch((error: unknown) => {
      const expired = source.from === 'url' && source.range ? expiredLink(error) : undefined
      if (expired !== undefined) throw new TaskFailure(expired, { cause: error })
      const { refusedFile } = readerFor(request)
      const status = refusalOf(error)
      throw refusedFile && (status === 401 || status === 403) ? new Failure('INVALID_SOURCE', refusedFile, { cause: error }) : error
    })
  }
  const { size } = await stat(path)
  if (source.from === 'url' && source.range && source.range.size !== size)
    throw new Failure('INVALID_SOURCE', 'The archive has changed, or is not complete.')
  return size
}
