import { addressAt } from '../address-at.ts'
import type { OfferedFile } from '../choose-file.ts'
import type { VideoDetails } from './peertube-answers.ts'

/**
 * The files of a video, those with the most lines first, and of the same number those that have sound. Where an instance stores picture
 * and sound apart, its server joins the two on request.
 */
export function filesOf(video: VideoDetails, origin: string, ownHost: string | undefined): OfferedFile[] {
  const { uuid, files, streamingPlaylists } = video
  // Plain files first: the same quality is easier to read than the fragments of a stream.
  const all = [...(files ?? []), ...(streamingPlaylists ?? []).flatMap((playlist) => playlist.files ?? [])]
  const sound = all.find((file) => file.hasVideo === false && file.hasAudio !== false)
  return all
    .filter((file) => file.hasVideo !== false && file.resolution.id > 0)
    .sort((a, b) => b.resolution.id - a.resolution.id || Number(a.hasAudio === false) - Number(b.hasAudio === false))
    .flatMap((file) => {
      if (file.hasAudio === false && sound && file.id != null && sound.id != null) {
        const url = `${origin}/download/videos/generate/${uuid}?videoFileIds=${file.id}&videoFileIds=${sound.id}`
        return { url, bytes: (file.size ?? 0) + (sound.size ?? 0) || null }
      }
      const url = addressAt(file.fileUrl ?? file.fileDownloadUrl, origin, ownHost)
      return url ? { url, bytes: file.size ?? null } : []
    })
}
