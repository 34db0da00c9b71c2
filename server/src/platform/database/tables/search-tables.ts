/** What is searched of a video, or of captions, maintained by triggers; see gallery/search. */
export interface SearchDocumentsTable {
  /** Of the video, or of the captions. */
  id: string
  video_id: string
  /** A tsvector. */
  keys: string
}

/** A range of neighbouring videos, up to the first id of the next block. */
export interface SearchBlocksTable {
  /** Keys of documents begin with it. The order of the blocks is that of their first ids. */
  number: number
  first_id: string
  /** The first id that it will have, while it takes videos of the block before it. */
  grows_to: string | null
}

/** When the sizes of the blocks are looked at again. */
export interface SearchDivisionTable {
  only_row: boolean
  checked_turn: string | null
  starts_at: Date
}

/** The languages that captions have had, without regions. */
export interface SearchLanguagesTable {
  language: string
}

/** There is a row while videos older than this one wait for their documents. */
export interface SearchRebuildTable {
  only_row: boolean
  before_id: string
}
