/** The small build of hls.js ships no types; those of the full build apply. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
