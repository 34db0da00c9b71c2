/** The small build of hls.js comes without types of its own; they are those of the large one. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
