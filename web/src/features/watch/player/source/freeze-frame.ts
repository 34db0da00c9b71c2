/**
 * Keeps the last picture in sight while a video changes its source, where it would otherwise go dark or show its poster again.
 * What was drawn is put away by `releaseFrame`.
 */
export function freezeFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement | null): void {
  if (!canvas || video.videoWidth === 0) return
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  canvas.hidden = false
}

export function unfreezeFrame(canvas: HTMLCanvasElement | null): void {
  if (canvas) canvas.hidden = true
}
