/** Whether this browser can show a video in a small window of its own. */
export const hasPictureInPicture = (): boolean => document.pictureInPictureEnabled === true

/** Returns feedback. */
export function togglePictureInPicture(video: HTMLVideoElement): string {
  if (!hasPictureInPicture()) return 'Picture in picture is not available'
  if (document.pictureInPictureElement) {
    void document.exitPictureInPicture().catch(() => undefined)
    return 'Picture in picture off'
  }
  // It is refused until the video has loaded.
  void video.requestPictureInPicture().catch(() => undefined)
  return 'Picture in picture'
}
