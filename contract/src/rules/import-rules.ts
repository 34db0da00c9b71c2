/** Where videos can be imported from. `archive` is the export of an account. */
export const importKinds = ['urls', 'feed', 'peertube', 'mediacms', 'folder', 's3', 'archive'] as const
export type ImportKind = (typeof importKinds)[number]

/** Those that reach files of the server or of its network, so only admins may use them. */
export const adminImportKinds: readonly ImportKind[] = ['folder', 's3']

/**
 * `keep`: public only what the source calls public. `public`: also where the source does not say. What is unlisted, internal or protected at
 * the source is private in each case: an import never shows a video to more people.
 */
export const importVisibilities = ['keep', 'private', 'public'] as const
export type ImportVisibility = (typeof importVisibilities)[number]

export const subfolderUses = ['tags', 'playlists', 'nothing'] as const

export const importRules = {
  /** Characters of a list of addresses. */
  maxList: 2_000_000,
  maxAddress: 2048,
  /** Files beside a video, and what a description of them all may take. */
  maxBeside: 200,
  maxBesideBytes: 6 * 1024 * 1024,
  /** A preview looks at so many items, for so long. */
  previewItems: 1000,
  previewSeconds: 20,
  /** How many of them it shows. */
  previewShown: 20,
} as const
