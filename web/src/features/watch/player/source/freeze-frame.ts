/** Shows the last frame while the source changes, when the video would otherwise turn dark or show its poster. */
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
