import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { groupNames, type NamedGroup } from '../sidecar-files.ts'
import { isSkippedFolder } from '../skipped-folders.ts'

const maxDepth = 20

export interface FoundFolder {
  folder: string
  groups: NamedGroup[]
  /** Why nothing of it is listed, as a sentence. */
  problem?: string
}

/** Names that are not UTF-8 cannot be opened by the name that was read. */
export const isInvalidName = (name: string): boolean => name.includes('\ufffd')

/** All folders with videos, in the order of their names, and those that cannot be read. Links to folders are not followed: they could lead in circles. */
export async function* foldersIn(folder: string, depth = 0): AsyncGenerator<FoundFolder> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined)
  if (entries === undefined) {
    const problem = isInvalidName(folder)
      ? 'The name of this folder is not valid text. Rename it.'
      : 'This folder cannot be read by the server. Check its permissions.'
    yield { folder, groups: [], problem }
    return
  }
  const files = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink()).map(({ name }) => name)
  const groups = groupNames(files)
  if (groups.length > 0) yield { folder, groups }
  const inner = entries.filter((entry) => entry.isDirectory() && !isSkippedFolder(entry.name)).map(({ name }) => name)
  for (const name of inner.sort()) {
    if (depth < maxDepth) yield* foldersIn(join(folder, name), depth + 1)
    else yield { folder: join(folder, name), groups: [], problem: `Folders are read ${maxDepth} levels deep. Import this one by itself.` }
  }
}
