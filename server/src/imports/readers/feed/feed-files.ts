import { isUploadName } from '@video-forge/contract/rules/upload-rules'
import { nameInUrl, readBytes, readSeconds } from '../read-values.ts'
import { childrenOf, type XmlElement } from '../xml.ts'

/** Absolute, and of the web; undefined otherwise. */
export const addressIn = (text: string | undefined, base: string): string | undefined => {
  if (!text || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}

type Kind = 'video' | 'audio' | 'other'

export interface MediaFile {
  url: string
  kind: Kind
  from: 'enclosure' | 'media' | 'alternative'
  bytes: number | null
  seconds: number | null
  /** Larger is better. */
  quality: number
  /** A part that advertises the whole. */
  isSample: boolean
}

const videoNames = /\.(mp4|m4v|mov|qt|avi|mkv|webm)$/i
const audioNames = /\.(mp3|m4a|aac|oga|opus|wav|flac)$/i
/** Lists of pieces, and files with addresses of others. */
const listTypes = /mpegurl|dash\+xml|bittorrent|x-scpls/i
const listNames = /\.(m3u8?|mpd|torrent|pls)$/i

/** What a type says, of MIME or of MRSS; undefined if it says nothing, such as application/octet-stream. */
const kindOfType = (type: string): Kind | undefined =>
  /^video\b/.test(type) ? 'video' : /^audio\b/.test(type) ? 'audio' : /^(image|document)\b/.test(type) ? 'other' : undefined

/** Where type and name contradict each other, the name is right. MP4 is a format for sound as well, and then the type says so. */
function kindOf(url: string, types: readonly string[]): Kind {
  const { pathname } = new URL(url)
  if (listNames.test(pathname) || types.some((type) => listTypes.test(type))) return 'other'
  const isMp4Sound = types.some((type) => /^audio\/(mp4|x-m4a|m4a|x-m4b|aac|mp4a-latm)/.test(type))
  if (videoNames.test(pathname) && !isMp4Sound) return 'video'
  if (audioNames.test(pathname)) return 'audio'
  return types.map(kindOfType).find((kind) => kind !== undefined) ?? (/\.ogg$/i.test(pathname) ? 'audio' : 'other')
}

type Found = Record<string, string | undefined>

/** The attributes of a source come before those of the enclosure around it. */
const sourceOf = (enclosure: XmlElement, { attributes }: XmlElement): Found => ({
  ...enclosure.attributes,
  url: attributes['uri'],
  type: attributes['contenttype'] || enclosure.attributes['type'],
})

function fileOf(found: Found, from: MediaFile['from'], base: string): MediaFile[] {
  const url = addressIn(found['url'], base)
  if (!url) return []
  const bytes = readBytes(found['length'] ?? found['filesize'])
  const types = [found['type'], found['medium']].map((type) => type?.trim().toLowerCase() ?? '').filter((type) => type !== '')
  const kind = kindOf(url, types)
  return [
    {
      url,
      // A height of 0 is that of sound alone.
      kind: kind === 'video' && from === 'media' && found['height'] === '0' ? 'audio' : kind,
      from,
      bytes,
      seconds: readSeconds(found['duration']),
      quality: (Number(found['height']) || 0) * 1e6 + (Number(found['bitrate']) || 0) + (bytes ?? 0) / 1e9,
      isSample: found['expression'] === 'sample',
    },
  ]
}

/** The contents of MRSS, in groups or not. */
export const mediaContents = (item: XmlElement): XmlElement[] =>
  [item, ...childrenOf(item, 'media:group')].flatMap((part) => childrenOf(part, 'media:content'))

/** Every file of an item: enclosures of RSS and Atom, media:content of MRSS, and alternatives of podcasts. */
export function filesOf(item: XmlElement, base: string): MediaFile[] {
  const enclosures = [
    ...childrenOf(item, 'enclosure').map(({ attributes }): Found => attributes),
    ...childrenOf(item, 'link', 'atom:link')
      .filter(({ attributes }) => attributes['rel'] === 'enclosure')
      .map(({ attributes }): Found => ({ ...attributes, url: attributes['href'] })),
    // Atom has a content elsewhere.
    ...childrenOf(item, 'content').map(({ attributes }): Found => ({ ...attributes, url: attributes['src'] })),
  ]
  const alternatives = childrenOf(item, 'podcast:alternateenclosure').flatMap((enclosure) =>
    childrenOf(enclosure, 'podcast:source').map((source) => sourceOf(enclosure, source)),
  )
  return [
    ...enclosures.flatMap((found) => fileOf(found, 'enclosure', base)),
    ...mediaContents(item).flatMap(({ attributes }) => fileOf(attributes, 'media', base)),
    ...alternatives.flatMap((found) => fileOf(found, 'alternative', base)),
  ]
}

/**
 * The video to import. With sound in a file of its own among the contents of MRSS, as PeerTube lists its streams, the others have none, and the
 * enclosure has both; so it has where it is larger than each of them.
 */
export function bestFileOf(files: readonly MediaFile[]): MediaFile | undefined {
  const isTaken = ({ url }: MediaFile) => isUploadName(nameInUrl(url))
  const videos = files
    .filter(({ kind }) => kind === 'video')
    .sort((a, b) => Number(isTaken(b)) - Number(isTaken(a)) || Number(a.isSample) - Number(b.isSample) || b.quality - a.quality)
  const [best] = videos
  const enclosure = videos.find((file) => file.from === 'enclosure' && isTaken(file))
  if (!enclosure || best?.from !== 'media') return best
  const hasSoundApart = files.some(({ from, kind }) => from === 'media' && kind === 'audio')
  const isLarger = best.bytes !== null && enclosure.bytes !== null && enclosure.bytes >= best.bytes
  return hasSoundApart || isLarger ? enclosure : best
}
