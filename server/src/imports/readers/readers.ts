import type { ImportRequest } from '@video-forge/contract/imports'
import type { ImportKind } from '@video-forge/contract/rules/import-rules'
import { archive } from './archive/archive.ts'
import { feed } from './feed/feed.ts'
import { folder } from './folder/folder.ts'
import { mediacms } from './mediacms/mediacms.ts'
import { peertube } from './peertube/peertube.ts'
import type { Reader } from './reader.ts'
import { s3 } from './s3/s3.ts'
import { urlList } from './urls/url-list.ts'

const readers: { [Kind in ImportKind]: Reader<Extract<ImportRequest, { kind: Kind }>> } = {
  urls: urlList,
  feed,
  peertube,
  mediacms,
  folder,
  s3,
  archive,
}

/** The reader of a request. It is called with that request only. */
export const readerFor = (request: ImportRequest): Reader<ImportRequest> => readers[request.kind] as Reader<ImportRequest>
