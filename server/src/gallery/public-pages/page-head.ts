import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Db } from '../../platform/database/database.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { thumbnailOf } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { mediaBase } from '../media-addresses.ts'
import { personRight } from '../viewer.ts'
import { findPublicVideo, frameSize } from './public-video.ts'
import { structuredData } from './structured-data.ts'

export interface PageHead {
  title: string
  head: string
}

/** What the page of a video shows before its scripts run, and what they would ask for first. Text is not escaped yet. */
export interface FirstPicture {
  ratio: string
  poster: string
  title: string
  video: VideoDetails
}

/** The ratios for which the style sheet has a place ready. */
const ratios = { '16:9': 16 / 9, '4:3': 4 / 3, '1:1': 1, '9:16': 9 / 16 }

export function firstPictureOf(video: VideoDetails): FirstPicture | undefined {
  const [width = 0, height = 0] = video.resolution?.split('x').map(Number) ?? []
  const near = Object.entries(ratios).find(([, ratio]) => Math.abs(width / height / ratio - 1) < 0.01)
  const { thumbnailUrl: poster, title } = video
  return near && poster && video.status === 'ready' ? { ratio: near[0], poster, title, video } : undefined
}

/** The tags for link previews in the head of a video's page (OpenGraph, Twitter card, oEmbed), and for search engines. Only public videos have some. */
export function createPageHead({ db, grants }: { db: Db; grants: Grants }): (id: string, origin: string) => Promise<PageHead | undefined> {
  return async (id, origin) => {
    const video = await findPublicVideo(db, id)
    if (!video) return undefined
    const page = `${origin}/video/${video.id}`
    const { width, height } = frameSize(video, { width: 1280, height: 720 })
    const properties: [string, string | number][] = [
      ['og:site_name', 'Video Forge'],
      ['og:type', 'video.other'],
      ['og:title', video.title],
      ['og:description', video.description || 'Watch this video on Video Forge.'],
      ['og:url', page],
      ['og:video', `${origin}/embed/${video.id}`],
      ['og:video:type', 'text/html'],
      ['og:video:width', width],
      ['og:video:height', height],
    ]
    const thumbnail = thumbnailOf(video, origin + mediaBase(grants, video, personRight(video, null)))
    if (thumbnail) properties.push(['og:image', thumbnail])
    if (video.duration) properties.push(['video:duration', Math.round(video.duration)])
    const names: [string, string | number][] = [
      ['description', video.description || video.title],
      ['twitter:card', thumbnail ? 'summary_large_image' : 'summary'],
      ['twitter:title', video.title],
    ]
    const oembed = `${origin}/prod/api/oembed?url=${encodeURIComponent(page)}`
    const head = [
      ...properties.map(([property, content]) => `<meta property="${property}" content="${escapeHtml(String(content))}">`),
      ...names.map(([name, content]) => `<meta name="${name}" content="${escapeHtml(String(content))}">`),
      `<link rel="canonical" href="${page}">`,
      `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(video.title)}">`,
      structuredData(video, origin, thumbnail),
    ].join('\n    ')
    return { title: escapeHtml(`${video.title} · Video Forge`), head }
  }
}
