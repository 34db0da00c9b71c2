export const skippedFolders: ReadonlySet<string> = new Set([
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  'recycler',
  'system volume information',
  'lost+found',
  '__macosx',
])

/** Folders of systems and network drives: what was deleted, pictures that they made, and those that are hidden. */
export const isSkippedFolder = (name: string): boolean => /^[.@]/.test(name) || skippedFolders.has(name.toLowerCase())
