import type { Caption } from '@video-forge/contract/captions'
import type { Output } from '@video-forge/contract/endpoints'
import type { Video, VideoDetails } from '@video-forge/contract/gallery'
import type { SearchResult } from '@video-forge/contract/search'

export const videoId = (number: number): string => `0190b000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A video as the server sends it, with the fields that a test sets. */
export const videoLike = (number: number, parts: Partial<Video> = {}): Video => ({
  id: videoId(number),
  title: `Clip ${number}`,
  description: '',
  visibility: 'public',
  status: 'ready',
  thumbnailUrl: null,
  cardUrl: null,
  previewUrl: null,
  duration: 84,
  resolution: '1280x720',
  videoCodec: 'h264',
  audioCodec: 'aac',
  createdAt: '2026-01-01T00:00:00.000Z',
  owner: null,
  tags: [],
  views: 0,
  hasPassword: false,
  ...parts,
})

export const detailsLike = (number: number, parts: Partial<VideoDetails> = {}): VideoDetails => ({
  ...videoLike(number),
  storyboardUrl: null,
  heat: null,
  showViews: true,
  showHeat: false,
  hasChosenThumbnail: false,
  canEdit: false,
  hasJob: false,
  jobStatus: null,
  startSource: null,
  lingerSeconds: null,
  processing: false,
  replacing: false,
  progress: null,
  chapters: [],
  chaptersFrom: null,
  captions: [],
  captionChoice: null,
  embedDomains: null,
  allowDownload: true,
  canDownload: true,
  ...parts,
})

export const captionLike = (id: string, language: string, label: string, parts: Partial<Caption> = {}): Caption => ({
  id,
  language,
  label,
  source: 'uploaded',
  isDefault: false,
  isReviewed: false,
  version: 1,
  url: `/${id}.vtt`,
  downloads: { vtt: `/${id}.vtt?download`, srt: `/${id}.srt?download`, txt: `/${id}.txt?download` },
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...parts,
})

/** What is answered for the captions of a video; nothing is being made of what is said, and nothing offered. */
export const captionsAnswer = (parts: Partial<Output<'GET /gallery/videos/{id}/captions'>> = {}) => ({
  body: {
    success: true,
    captions: [],
    transcription: null,
    canTranscribe: false,
    languages: ['en'],
    ...parts,
  } satisfies Output<'GET /gallery/videos/{id}/captions'>,
})

export const galleryPage = (videos: Video[], nextCursor: string | null = null) => ({ body: { success: true, videos, nextCursor } })

export const searchPage = (results: SearchResult[], nextCursor: string | null = null) => ({ body: { success: true, results, nextCursor } })

type StreamAnswer = Output<'GET /gallery/videos/{id}/stream'>

export const streamLike = ({
  stream,
  ...parts
}: Omit<Partial<StreamAnswer>, 'stream'> & { stream?: Partial<StreamAnswer['stream']> } = {}) => ({
  body: {
    success: true,
    streamUrl: '/media/720.mp4',
    hlsUrl: '/media/master.m3u8',
    qualities: [
      { quality: 'original', resolution: '1920x1080', size: 9_000_000, playableSeconds: null },
      { quality: '720p', resolution: '1280x720', size: 3_000_000, playableSeconds: null },
      { quality: '480p', resolution: '854x480', size: 1_000_000, playableSeconds: null },
    ],
    liveUrl: null,
    codecs: ['h264'],
    version: 0,
    expiresAt: null,
    ...parts,
    stream: {
      quality: '720p',
      resolution: '1280x720',
      duration: 84,
      mimeType: 'video/mp4',
      note: null,
      live: false,
      playableSeconds: null,
      ...stream,
    },
  } satisfies StreamAnswer,
})
