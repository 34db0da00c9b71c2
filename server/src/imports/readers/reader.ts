import type { ImportedPlaylist, ImportItem } from '../item.ts'

export interface GetOptions {
  headers?: Record<string, string>
  maxBytes?: number
}

/** What readers may use. All requests go through the guard against private networks. */
export interface ReaderContext {
  signal: AbortSignal
  /** A Failure has the status of another answer than 200 as `extra.status`. */
  getText: (url: string, options?: GetOptions) => Promise<string>
  /** A part of a file; fewer bytes only at its end. */
  getBytes: (url: string, range: { start: number; size: number }) => Promise<Buffer>
  /** Of a file; unlimited if it is missing. */
  maxFileBytes?: number
  /** Folders of this machine from which admins may import, as real paths. */
  folders: readonly string[]
}

export interface ItemPage {
  items: ImportItem[]
  /** Where to continue after a restart. */
  listedTo: unknown
  /** How many there are in all, if the source says. */
  total?: number
}

/** Lists what a source has, in pages, so that nothing holds all of it in memory. */
export interface Reader<Request> {
  list: (request: Request, listedTo: unknown, context: ReaderContext) => AsyncIterable<ItemPage>
  /** Finds what the list does not say: the file, captions and chapters. Called when it is the item's turn. */
  complete?: (request: Request, item: ImportItem, context: ReaderContext) => Promise<ImportItem>
  playlists?: (request: Request, context: ReaderContext) => AsyncIterable<ImportedPlaylist>
  /** Headers for files that need the access of the import. */
  accessHeaders?: (request: Request) => Record<string, string>
  /** What a person should know when the site refuses a file of a video. */
  refusedFile?: string
  /** The address of a file in S3, valid for some minutes. */
  linkTo?: (request: Request, key: string) => Promise<string>
}
