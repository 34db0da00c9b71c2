/** The machine that will run a plan. */
export interface MachineFacts {
  cores: number
  memoryBytes: number
  /** Whether this ffmpeg has the faster scaler. */
  zscale: boolean
  /** Whether this ffmpeg can map HDR to SDR. */
  toneMapping: boolean
  /** Whether this ffmpeg has the better deinterlacer. */
  bwdif: boolean
  /** CPU seconds per planned one, measured on earlier jobs; undefined before the first. */
  encodingSpeed?: number | undefined
}
