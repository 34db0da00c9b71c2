import { Failure } from '@video-forge/contract/errors'
import type { ImportRequest } from '@video-forge/contract/imports'
import type { SourceDeps } from './import-deps.ts'
import { folderPlace, realFolders } from './readers/folder/folder-place.ts'
import { mediaCmsPlace } from './readers/mediacms/mediacms-address.ts'
import { peerTubePlace } from './readers/peertube/peertube-address.ts'

/** Refuses at once what can never work, where a task would fail later. Servers are not asked: they may be slow. */
export async function checkRequest({ folders }: Pick<SourceDeps, 'folders'>, request: ImportRequest): Promise<void> {
  if (request.kind === 'folder') await folderPlace(request.path, await realFolders(folders))
  if (request.kind === 'peertube') peerTubePlace(request.url)
  if (request.kind === 'mediacms') mediaCmsPlace(request.url)
  if ((request.kind === 'feed' || request.kind === 'archive') && !(URL.canParse(request.url) && /^https?:/i.test(request.url)))
    throw new Failure('INVALID_INPUT', 'This is not a web address. It must start with http:// or https://.')
}
