import type { IncomingMessage } from 'node:http'
import { serveAnswers } from './serve-answers.ts'

/** A video of the site, in the fields that differ between them. */
interface Video {
  uuid: string
  shortUUID: string
  name: string
  privacy: number
  publishedAt: string
  originallyPublishedAt?: string
  tags?: string[]
  isLive?: boolean
  /** Fields of version 6 instead of those of 8.2. */
  isOld?: boolean
}

const labels: Record<number, string> = { 1: 'Public', 2: 'Unlisted', 3: 'Private', 4: 'Internal', 5: 'Password protected' }

export const peerTubeVideos = {
  harbour: {
    uuid: '9c9de5e8-0a1e-484a-b099-e80766180a6d',
    shortUUID: 'kkGMgK9ZtnKfYAgnEtQxbv',
    name: 'The harbour at dawn',
    privacy: 1,
    publishedAt: '2021-05-04T10:00:00.000Z',
    originallyPublishedAt: '2019-03-02T00:00:00.000Z',
    tags: ['Sea', 'North Sea'],
  },
  unlisted: {
    uuid: '2a8d0c56-44ee-4d1c-9a3c-6d5f5ad0b1c9',
    shortUUID: '6cXpPyTdJbG1vFJkLq9m2R',
    name: 'For friends',
    privacy: 2,
    publishedAt: '2022-01-01T10:00:00.000Z',
    isOld: true,
  },
  live: {
    uuid: '7f2a6a0e-1111-4a4b-8a3f-0a5a9d1e2f3a',
    shortUUID: 'gXb1nYd2kLmNoPqRsTuVwX',
    name: 'Live now',
    privacy: 1,
    publishedAt: '2023-01-01T10:00:00.000Z',
    isLive: true,
  },
} satisfies Record<string, Video>

const listed = (video: Video) => ({
  id: 12,
  uuid: video.uuid,
  shortUUID: video.shortUUID,
  name: video.name,
  category: { id: 7, label: 'Sports' },
  licence: { id: null, label: 'Unknown' },
  language: { id: 'en', label: 'English' },
  privacy: { id: video.privacy, label: labels[video.privacy] },
  nsfw: false,
  truncatedDescription: 'Filmed from…',
  isLocal: true,
  isLive: video.isLive ?? false,
  duration: 2,
  views: 31,
  publishedAt: video.publishedAt,
  originallyPublishedAt: video.originallyPublishedAt ?? null,
  createdAt: video.publishedAt,
  ...(video.isOld
    ? {
        description: 'Filmed from…',
        thumbnailPath: `/lazy-static/thumbnails/${video.uuid}.jpg`,
        previewPath: `/lazy-static/previews/${video.uuid}.jpg`,
      }
    : {
        thumbnails: [
          { fileUrl: '/lazy-static/thumbnails/small.jpg', width: 280, height: 157, aspectRatio: '16:9' },
          { fileUrl: '/lazy-static/thumbnails/large.jpg', width: 850, height: 480, aspectRatio: '16:9' },
        ],
      }),
  account: { name: 'ada', host: 'tube.example' },
  channel: { name: 'ada_channel', displayName: 'Ada' },
})

const file = (origin: string, name: string, height: number, size: number) => ({
  id: height,
  resolution: { id: height, label: `${height}p` },
  size,
  fps: 25,
  magnetUri: null,
  hasAudio: true,
  hasVideo: true,
  fileUrl: `${origin}/static/${name}`,
  fileDownloadUrl: `${origin}/download/${name}`,
})

const details = (origin: string, video: Video, size: number) => ({
  ...listed(video),
  description: '**Filmed** from the pier.',
  tags: video.tags ?? [],
  files: video.isOld ? [file(origin, `web-videos/${video.uuid}-360.mp4`, 360, size)] : [],
  streamingPlaylists: video.isOld
    ? []
    : [
        {
          id: 3,
          type: 1,
          playlistUrl: `${origin}/static/streaming-playlists/hls/${video.uuid}/master.m3u8`,
          files: [file(origin, 'hls/240-fragmented.mp4', 240, 100), file(origin, 'hls/360-fragmented.mp4', 360, size)],
        },
      ],
})

/** Makes the same film other bytes. */
const emptyBox = Buffer.from('\0\0\0\u0008free')

const page = (data: unknown[]) => ({ total: data.length, data })

/** A PeerTube 8.2 with a few videos, as far as an import asks it. `clip` is the file of each video. */
export const servePeerTube = (clip: Uint8Array, picture: Uint8Array, videos: readonly Video[] = Object.values(peerTubeVideos)) =>
  serveAnswers((origin) => (url, request: IncomingMessage) => {
    const { pathname: path, searchParams } = url
    const isOwner = request.headers.authorization === 'Bearer a-token'
    const shown = videos.filter(({ privacy }) => privacy === 1 || isOwner)
    const start = Number(searchParams.get('start') ?? 0)
    if (path === '/api/v1/users/me' && isOwner)
      return { body: { account: { name: 'ada', host: 'tube.example' }, videoChannels: [{ name: 'ada_channel' }] } }
    const lists = [
      '/api/v1/videos',
      '/api/v1/accounts/ada/videos',
      '/api/v1/video-channels/ada_channel/videos',
      ...(isOwner ? ['/api/v1/users/me/videos'] : []),
    ]
    if (lists.includes(path))
      return { body: { total: shown.length, data: shown.slice(start, start + Number(searchParams.get('count'))).map(listed) } }
    const [, uuid, part] = /^\/api\/v1\/videos\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? []
    const video = videos.find((each) => each.uuid === uuid)
    if (video?.privacy === 3 && !isOwner) return { status: 403, body: {} }
    if (video && !part) return { body: details(origin, video, clip.length) }
    if (video && part === 'captions')
      return {
        body: page([
          {
            language: { id: 'en', label: 'English' },
            automaticallyGenerated: false,
            captionPath: '/lazy-static/video-captions/en.vtt',
            fileUrl: `${origin}/lazy-static/video-captions/en.vtt`,
          },
        ]),
      }
    // Before version 6 there were no chapters.
    if (video && part === 'chapters' && !video.isOld)
      return {
        body: {
          chapters: [
            { timecode: 0, title: 'Start' },
            { timecode: 1, title: 'Boats' },
          ],
        },
      }
    if (path === '/api/v1/accounts/ada/video-playlists' || path === '/api/v1/video-playlists')
      return {
        body: page([
          { id: 1, uuid: 'p-1', displayName: 'By the sea', description: 'All of it', privacy: { id: 1 }, type: { id: 1 }, isLocal: true },
          { id: 2, uuid: 'p-2', displayName: 'Watch later', privacy: { id: 3 }, type: { id: 2 } },
        ]),
      }
    if (path === '/api/v1/video-playlists/p-1/videos')
      return { body: page(videos.toReversed().map(({ uuid: id }, index) => ({ id: index, position: index + 1, video: { uuid: id } }))) }
    if (path.endsWith('.vtt')) return { body: 'WEBVTT\n\n00:00.000 --> 00:01.000\nGood morning.\n' }
    if (path.endsWith('.jpg')) return { body: picture }
    if (path.endsWith('.mp4')) return { body: path.includes('web-videos') ? Buffer.concat([clip, emptyBox]) : clip }
    return undefined
  })
