import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { Failure } from '@video-forge/contract/errors'

export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** The real path of a folder, which must be one of the allowed ones or inside one of them. Both links and .. are resolved first. */
export async function folderPlace(path: string, folders: readonly string[]): Promise<string> {
  const [first] = folders
  if (first === undefined)
    throw new Failure('NOT_ALLOWED', 'This site imports from no folder. Set IMPORT_DIR to the folder that admins may import from.')
  const refused = new Failure('INVALID_INPUT', 'There is no such folder among those that this site may import from.')
  const real = await realpath(resolve(first, path)).catch(() => undefined)
  if (real === undefined || !folders.some((folder) => isInside(real, folder))) throw refused
  if (
    !(await stat(real).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  )
    throw refused
  return real
}

/** The real path of a file inside a folder; undefined if it leads out of it, or is none. */
export async function fileInside(path: string, folder: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined || !isInside(real, folder)) return undefined
  return (await stat(real).then(
    (found) => found.isFile(),
    () => false,
  ))
    ? real
    : undefined
}

/** The real paths of the folders that exist. */
export const realFolders = async (folders: readonly string[]): Promise<string[]> =>
  (await Promise.all(folders.map((path) => realpath(path).catch(() => undefined)))).filter((path) => path !== undefined)
