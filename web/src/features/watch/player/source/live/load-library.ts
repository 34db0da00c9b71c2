/** The full build: sound is a playlist of its own here, which the small build cannot play. */
export const loadLibrary = () => import('hls.js')
