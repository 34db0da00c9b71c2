const endSeconds = 1

/** Whether a quality is encoded to its end, though its job may still be at work on others. `duration` is null while unknown. */
export const isWhole = (playableSeconds: number | null, duration: number | null): boolean =>
  playableSeconds === null || (duration !== null && playableSeconds >= duration - endSeconds)
