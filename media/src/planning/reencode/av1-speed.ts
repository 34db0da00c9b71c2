import type { Size } from '../../probing/source-facts.ts'

/** The short side from which on pictures are tall. */
const minTallSide = 1000

const isTall = ({ width, height }: Size): boolean => Math.min(width, height) >= minTallSide

/**
 * The preset of SVT-AV1: 11 takes about 60 % of the CPU of 10, for a tenth to a fifth more bytes. At 1080p only 10 saves more than a third of them; smaller
 * files save less, and there 10 takes three to five times the CPU of our H.264 (decision 38).
 */
export const av1Preset = (size: Size): number => (isTall(size) ? 10 : 11)

/** Of the threads that an encoder may have, those that pay: in small pictures they wait for each other, which takes a fifth more CPU for the same bytes. */
export const av1Threads = (size: Size, allowed: number): number => (isTall(size) ? allowed : 1)
