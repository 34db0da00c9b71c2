import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { groupNames, type NamedGroup } from '../sidecar-files.ts'

const maxDepth = 20

export interface FoundFolder {
  folder: string
  groups: NamedGroup[]
}

/** All folders with videos, in the order of their names. Links to folders are not followed: they could lead in circles. */
export async function* foldersIn(folder: string, depth = 0): AsyncGenerator<FoundFolder> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink()).map(({ name }) => name)
  const groups = groupNames(files)
  if (groups.length > 0) yield { folder, groups }
  if (depth >= maxDepth) return
  const inner = entries.filter((entry) => entry.isDirectory() && !/^[.@]/.test(entry.name)).map(({ name }) => name)
  for (const name of inner.sort()) yield* foldersIn(join(folder, name), depth + 1)
}
