import type { ReaderContext } from '../reader.ts'
import { exportedGroup, type NamedGroup } from '../sidecar-files.ts'
import { isSkippedFolder } from '../skipped-folders.ts'
import { type Bucket, folderIn, type Listed, listObjects, nameIn } from './bucket.ts'

/** Files of one folder, in the order of their names: all of them, or as many as a page of a list has. */
export interface BucketFolder {
  folder: string
  objects: Listed[]
  /** The video of an unpacked export, if this is its folder. */
  exported: NamedGroup | undefined
}

export interface FolderPage {
  folders: BucketFolder[]
  /** The key after which the next page begins. */
  listedTo: string
}

/** The names of the folders from the prefix to an object. */
export const foldersFrom = (prefix: string, key: string): string[] => key.slice(prefix.length).split('/').slice(0, -1)

function byFolder(objects: readonly Listed[]): Map<string, Listed[]> {
  const folders = new Map<string, Listed[]>()
  for (const each of objects) {
    const found = folders.get(folderIn(each.key))
    if (found) found.push(each)
    else folders.set(folderIn(each.key), [each])
  }
  return folders
}

/** Without the last folder, which may go on behind the page. */
function withoutLastFolder(objects: readonly Listed[]): readonly Listed[] {
  const last = folderIn(objects.at(-1)?.key ?? '')
  return objects.slice(0, objects.findLastIndex(({ key }) => folderIn(key) !== last) + 1)
}

/** What lies below a prefix, page by page. A page ends with a whole folder, and the next one begins with the one that it has left out; only a folder that is larger than a page is divided. */
export async function* foldersInBucket(
  bucket: Bucket,
  prefix: string,
  listedTo: string | undefined,
  context: ReaderContext,
): AsyncGenerator<FolderPage> {
  let after = listedTo
  for (;;) {
    const { objects, isCut } = await listObjects(bucket, prefix, after, context)
    const found = objects.filter(({ key }) => !foldersFrom(prefix, key).some(isSkippedFolder))
    const whole = isCut ? withoutLastFolder(found) : []
    // The rest of a folder that is larger than a page: none of an export.
    const rest = after === undefined ? undefined : folderIn(after)
    after = (whole.length > 0 ? whole : objects).at(-1)?.key
    yield {
      folders: [...byFolder(whole.length > 0 ? whole : found)].map(([folder, files]) => ({
        ...{ folder, objects: files },
        exported: folder === rest ? undefined : exportedGroup(files.map(({ key }) => nameIn(key))),
      })),
      listedTo: after ?? '',
    }
    if (!isCut || after === undefined) return
  }
}
