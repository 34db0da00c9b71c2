/** What a plan needs to know about the machine that will run it. */
export interface MachineFacts {
  cores: number
  memoryBytes: number
  /** Whether this ffmpeg can map HDR to ordinary brightness. */
  toneMapping: boolean
  /** Whether this ffmpeg has the better deinterlacer. */
  bwdif: boolean
  /** CPU seconds for each that is planned, as earlier jobs took them here; 1 when nothing is known. */
  encodingSpeed?: number
}
