import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { emptyItem, type ImportItem, keyOf } from '../../item.ts'
import { addressAt } from '../address-at.ts'
import { readDate, withoutMarkup } from '../read-values.ts'
import type { ListedVideo } from './peertube-answers.ts'

const publicId = 1
const publishedState = 1
const encodingState = 2

export const isPublicId = (privacy: ListedVideo['privacy']): boolean => privacy?.id === publicId

/** Unlisted, internal and protected ones are for fewer people than a public one, and so are blocked and unpublished ones. */
function isPublic({ privacy, blacklisted, state, waitTranscoding }: ListedVideo): boolean {
  const isPublished = state?.id == null || state.id === publishedState || (state.id === encodingState && waitTranscoding === false)
  return isPublicId(privacy) && blacklisted !== true && isPublished
}

/** The name by which the instance knows itself. Videos of other instances have the name of theirs. */
export const ownHostOf = ({ isLocal, account }: ListedVideo): string | undefined => (isLocal && account?.host) || undefined

function thumbnailOf(video: ListedVideo, origin: string): string | undefined {
  const [widest] = [...(video.thumbnails ?? [])].sort((a, b) => (b.width ?? 0) - (a.width ?? 0))
  return addressAt(widest?.fileUrl ?? video.previewPath ?? video.thumbnailPath, origin, ownHostOf(video))
}

export function itemOf(video: ListedVideo, origin: string): ImportItem {
  const { uuid, shortUUID } = video
  const thumbnail = thumbnailOf(video, origin)
  const language = taggedLanguage(video.language?.id ? String(video.language.id) : undefined)
  return {
    ...emptyItem(keyOf('peertube', new URL(origin).host, uuid), `${origin}/w/${shortUUID ?? uuid}`),
    title: video.name,
    description: withoutMarkup(video.description ?? video.truncatedDescription ?? ''),
    date: readDate(video.originallyPublishedAt) ?? readDate(video.publishedAt) ?? readDate(video.createdAt),
    visibility: isPublic(video) ? 'public' : 'private',
    ...(language && { language }),
    thumbnail: thumbnail ? { from: 'url', url: thumbnail } : null,
    oldAddresses: [uuid, ...(shortUUID ? [shortUUID] : [])].map((name) => `peertube/${name}`),
    seconds: video.duration ?? null,
    ...(video.isLive && { problem: 'A live stream has no file. Import its replay.' }),
  }
}
