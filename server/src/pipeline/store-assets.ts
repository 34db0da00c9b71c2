import { basename } from 'node:path'
import { formatTable, renditionFile } from '@video-forge/contract/rules/formats'
import type { EncodedVideo } from '@video-forge/media/run/encode/encode-video'
import type { Storage } from '../platform/storage/storage.ts'
import type { Claim, NewAsset } from './ledger.ts'

export const attemptPrefix = ({ id, leaseNumber }: Claim): string => `videos/${id}/${leaseNumber}/`

type Store = (path: string) => Promise<{ key: string; size: number }>

/** Stores everything an attempt made under a prefix of its own, which nothing refers to until it is published. */
export async function storeAssets(
  storage: Storage,
  claim: Claim,
  encodedVideo: EncodedVideo,
  original: { key: string; size: number },
): Promise<NewAsset[]> {
  const prefix = attemptPrefix(claim)
  const store: Store = async (path) => {
    const key = prefix + basename(path)
    return { key, ...(await storage.putFile(key, path)) }
  }
  const plain = { width: null, height: null, details: {} }

  const renditions = await Promise.all(encodedVideo.renditions.map((rendition) => storeRendition(rendition, store)))
  const track = await store(encodedVideo.storyboardTrack)
  const card = encodedVideo.card === undefined ? {} : { card: (await store(encodedVideo.card)).key }
  return [
    ...renditions,
    {
      type: 'THUMBNAIL',
      filename: 'thumbnail.jpg',
      contentType: 'image/jpeg',
      ...(await store(encodedVideo.thumbnail)),
      ...plain,
      details: card,
    },
    { type: 'GIF', filename: 'preview.gif', contentType: 'image/gif', ...(await store(encodedVideo.preview)), ...plain },
    {
      type: 'STORYBOARD',
      filename: 'storyboard.jpg',
      contentType: 'image/jpeg',
      ...(await store(encodedVideo.storyboard)),
      ...plain,
      details: { track: track.key },
    },
    {
      type: 'METADATA_JSON',
      filename: 'metadata.json',
      contentType: 'application/json',
      ...(await store(encodedVideo.metadata)),
      ...plain,
    },
    {
      type: 'ORIGINAL',
      filename: basename(original.key),
      contentType: 'application/octet-stream',
      key: original.key,
      size: (await storage.head(original.key))?.size ?? original.size,
      ...plain,
    },
  ]
}

async function storeRendition(
  { format, path, width, height, ...made }: EncodedVideo['renditions'][number],
  store: Store,
): Promise<NewAsset> {
  const { index, bitrate, frameRate, ssim } = made
  return {
    type: formatTable[format].assetType,
    filename: renditionFile(format),
    contentType: 'video/mp4',
    ...(await store(path)),
    width,
    height,
    details: { index, bitrate, frameRate, ssim },
  }
}
