import type { Output } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import type { Db } from '../../platform/database/database.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { thumbnailOf } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { mediaBase } from '../media-addresses.ts'
import { personRight } from '../viewer.ts'
import { findPublicVideo, frameSize } from './public-video.ts'

/** Describes a public video to sites that embed it (oEmbed 1.0). */
export async function describeForOembed(
  { db, grants }: { db: Db; grants: Grants },
  { url, maxwidth = 1280, maxheight = 720 }: { url: string; maxwidth?: number | undefined; maxheight?: number | undefined },
  origin: string,
): Promise<Omit<Output<'GET /oembed'>, 'success'>> {
  const address = URL.canParse(url) ? new URL(url) : undefined
  const id = address?.origin === origin ? /^\/(?:video|embed)\/([^/]+)$/.exec(address.pathname)?.[1] : undefined
  const video = id ? await findPublicVideo(db, id) : undefined
  if (!video) throw new Failure('NOT_FOUND', 'There is no public video at this address.')
  const { width, height } = frameSize(video, { width: maxwidth, height: maxheight })
  const source = `${origin}/embed/${video.id}`
  const thumbnail = thumbnailOf(video, origin + mediaBase(grants, video, personRight(video, null)))
  return {
    version: '1.0',
    type: 'video',
    provider_name: 'Video Forge',
    provider_url: origin,
    title: video.title,
    width,
    height,
    html: `<iframe src="${source}" width="${width}" height="${height}" title="${escapeHtml(video.title)}" frameborder="0" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`,
    ...(thumbnail && { thumbnail_url: thumbnail }),
  }
}
