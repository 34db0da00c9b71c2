import type { AssetType } from '@video-forge/contract/jobs'
import { assetName, mediaFolder, thumbnailFile } from '../platform/media-address.ts'
import type { VideoRow } from './describe-video.ts'
import { type Grants, nextExpiry } from './grants.ts'
import { holderOf, personRight, type Right } from './viewer.ts'

export type AddressedVideo = Pick<VideoRow, 'id' | 'visibility' | 'embed_domains' | 'access_version' | 'files_version'>

/** Whether addresses without a signature open its files. A video that only some sites embed has none that others could copy for good. */
export const hasOpenFiles = (
  { opensFiles }: Pick<Grants, 'opensFiles'>,
  { visibility, embed_domains }: Pick<VideoRow, 'visibility' | 'embed_domains'>,
): boolean => opensFiles && visibility === 'public' && embed_domains.length === 0

/** The folder of a video's files for a viewer with this right. */
export const mediaBase = (grants: Grants, video: AddressedVideo, right: Right): string =>
  hasOpenFiles(grants, video) ? mediaFolder(video.id, video.files_version) : signedBase(grants, video, right)

/** The folder of the original. Its owner and admins may watch it before a shareable copy exists. */
export const originalBase = (grants: Grants, video: VideoRow, right: Right): string =>
  right.personId && !video.shared_key ? signedBase(grants, video, right) : mediaBase(grants, video, right)

const signedBase = (grants: Grants, { id, access_version: version, files_version }: AddressedVideo, right: Right): string =>
  mediaFolder(id, files_version, grants.seal(id, { scope: 'watch', version, ...holderOf(right) }))

/** The folder from which a viewer saves what everybody may read. The owner and admins may always. */
export const savingBase = (grants: Grants, video: AddressedVideo, right: Right): string =>
  right.personId ? signedBase(grants, video, right) : mediaBase(grants, video, right)

/** The address of the thumbnail for the owner or an admin. */
export const thumbnailForOwner = (grants: Grants, video: AddressedVideo & Pick<VideoRow, 'thumbnail_version'>, personId: string): string =>
  `${mediaBase(grants, video, personRight(video, personId))}/${thumbnailFile(video.thumbnail_version)}`

/** The address under which the owner or an admin saves a file, the metadata file included. */
export function downloadAddress(
  grants: Grants,
  { id, access_version: version, files_version }: Pick<VideoRow, 'id' | 'access_version' | 'files_version'>,
  type: AssetType,
  personId: string,
): string {
  const grant = grants.seal(id, { scope: 'own', version, expires: nextExpiry(), holder: { kind: 'person', id: personId } })
  return `${mediaFolder(id, files_version, grant)}/${assetName[type]}?download`
}
