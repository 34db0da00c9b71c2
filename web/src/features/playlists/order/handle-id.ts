/** The id of the handle that moves a video, to focus it again. */
export const handleId = (videoId: string): string => `move-${videoId}`
