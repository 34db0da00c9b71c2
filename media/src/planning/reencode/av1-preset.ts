import type { Size } from '../../probing/source-facts.ts'

/** The short side from which on the slower preset pays. */
const minTallSide = 1000

/**
 * The preset of SVT-AV1: 11 takes about 60 % of the CPU of 10, for a tenth to a fifth more bytes. At 1080p only 10 saves more than a third of them; smaller
 * files save less, and there 10 takes three to five times the CPU of our H.264 (decision 38).
 */
export const av1Preset = ({ width, height }: Size): number => (Math.min(width, height) < minTallSide ? 11 : 10)
