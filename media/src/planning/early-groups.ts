import { toNumber } from '../probing/ratio.ts'
import type { SourceFacts } from '../probing/source-facts.ts'

/** Pixels a second, of 4K at 24 frames: a small machine takes several seconds to decode one. */
const manyPixels = 3840 * 2160 * 23
const usual: readonly number[] = [1, 2, 3, 4]
/** Each key frame of these weighs as much as a second of the rest, so there are as few as possible. */
const sooner: readonly number[] = [0.5, 1, 2]

/**
 * When the first groups of pictures end, in seconds. They are short, so that viewers of a video that is being encoded get the first chunks
 * sooner. Where a second takes long, half of one is enough for a first picture; elsewhere it would be watched before the next chunk is there.
 */
export function earlyEnds({ video }: Pick<SourceFacts, 'video'>): readonly number[] {
  return video.stored.width * video.stored.height * toNumber(video.rate) >= manyPixels ? sooner : usual
}
