import type { FileSource } from '../../item.ts'
import type { PeerTubeFile, VideoDetails } from './peertube-answers.ts'

interface BestFile {
  source: FileSource
  bytes: number | null
}

const addressOf = ({ fileUrl, fileDownloadUrl }: PeerTubeFile): string | undefined => fileUrl ?? fileDownloadUrl ?? undefined

/**
 * The file with the most lines that has picture and sound. Where an instance stores them apart, its server joins the two on request.
 * Undefined if there is no file.
 */
export function bestFile({ uuid, files, streamingPlaylists }: VideoDetails, origin: string, needsToken: boolean): BestFile | undefined {
  // Plain files first: the same quality is easier to read than the fragments of a stream.
  const all = [...(files ?? []), ...(streamingPlaylists ?? []).flatMap((playlist) => playlist.files ?? [])]
  const pictures = all.filter((file) => file.hasVideo !== false && file.resolution.id > 0).sort((a, b) => b.resolution.id - a.resolution.id)
  const [best] = pictures
  if (!best) return undefined
  const whole = pictures.find((file) => file.resolution.id === best.resolution.id && file.hasAudio !== false) ?? best
  const sound = all.find((file) => file.hasVideo === false && file.hasAudio !== false)
  const from = 'url' as const
  if (whole.hasAudio === false && sound && whole.id != null && sound.id != null) {
    const url = `${origin}/download/videos/generate/${uuid}?videoFileIds=${whole.id}&videoFileIds=${sound.id}`
    return { source: { from, url, needsToken }, bytes: (whole.size ?? 0) + (sound.size ?? 0) || null }
  }
  const url = addressOf(whole)
  return url ? { source: { from, url: new URL(url, origin).href, needsToken }, bytes: whole.size ?? null } : undefined
}
