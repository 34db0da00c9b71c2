import { escapeHtml } from '../../platform/escape-html.ts'
import { thumbnailOf } from '../describe-video.ts'
import { mediaBase } from '../media-addresses.ts'
import { firstVideos, type PlaylistDeps } from '../playlists/describe-playlists.ts'
import type { PlaylistRow } from '../playlists/see-playlist.ts'
import { personRight, viewerOf } from '../viewer.ts'
import type { PageHead } from './page-head.ts'

/** The title and the tags for link previews of a playlist's page, with the picture of the first video that everybody may watch. */
export async function playlistHead({ db, grants }: PlaylistDeps, row: PlaylistRow, origin: string): Promise<PageHead> {
  const page = `${origin}/playlist/${row.id}`
  const description = row.description || `A playlist${row.owner_name === null ? '' : ` by ${row.owner_name}`} on Video Forge.`
  const first = (await firstVideos(db, [row.id], viewerOf(undefined))).get(row.id)
  const picture = first ? thumbnailOf(first, origin + mediaBase(grants, first, personRight(first, null))) : null
  const properties = [
    ['og:site_name', 'Video Forge'],
    ['og:type', 'video.other'],
    ['og:title', row.title],
    ['og:description', description],
    ['og:url', page],
    ...(picture ? [['og:image', picture]] : []),
  ]
  const names = [
    ['description', description],
    ['twitter:card', picture ? 'summary_large_image' : 'summary'],
    ['twitter:title', row.title],
  ]
  const tag = (kind: string) => (pair: string[]) => `<meta ${kind}="${pair[0]}" content="${escapeHtml(pair[1] ?? '')}">`
  const head = [...properties.map(tag('property')), ...names.map(tag('name')), `<link rel="canonical" href="${escapeHtml(page)}">`]
  return { title: escapeHtml(`${row.title} · Video Forge`), head: head.join('\n    ') }
}
