/** What is searched of a video, or of captions, maintained by triggers; see gallery/search. */
export interface SearchDocumentsTable {
  /** Of the video, or of the captions. */
  id: string
  video_id: string
  /** A tsvector. */
  keys: string
}

/** A range of neighbouring videos; the next block begins with the first id of the next one. */
export interface SearchBlocksTable {
  number: number
  first_id: string
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
