import type { Size } from '../../probing/source-facts.ts'

/** The short side from which on pictures are tall. */
const minTallSide = 1000

const isTall = ({ width, height }: Size): boolean => Math.min(width, height) >= minTallSide

/**
 * Presets of SVT-AV1 by its major version, because the same number is another preset in each. One number higher takes 50 to 70 % of the CPU, for a tenth
 * to a fifth more bytes. Small pictures get a faster one where the slower takes three to five times the CPU of our H.264 (decision 38).
 */
const newest = { tall: 8, small: 8 }
const presets = [
  { before: 2, tall: 10, small: 11 },
  { before: 4, tall: 9, small: 10 },
]

/** Undefined is a version without a number. It counts as new: a preset of an old one would make larger files there. */
export type Av1Version = number | undefined

export function av1Preset(size: Size, majorVersion: Av1Version): number {
  const { tall, small } = presets.find(({ before }) => majorVersion !== undefined && majorVersion < before) ?? newest
  return isTall(size) ? tall : small
}

/** From version 2 on each thread takes so much memory that more of them would need more than machines are chosen for. */
const maxThreads = (majorVersion: Av1Version): number => (majorVersion !== undefined && majorVersion < 2 ? Number.POSITIVE_INFINITY : 2)

/** Of the threads that an encoder may have, those that pay: in small pictures they wait for each other, which takes a fifth more CPU for the same bytes. */
export const av1Threads = (size: Size, allowed: number, majorVersion: Av1Version): number =>
  isTall(size) ? Math.min(allowed, maxThreads(majorVersion)) : 1
