import type { StockHit } from '@video-forge/contract/stock'
import * as z from 'zod'

const webAddress = z
  .string()
  .max(2048)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text))

/** One size of a video. Sizes that do not exist have empty addresses. */
const file = z
  .object({ url: webAddress.optional().catch(undefined), thumbnail: webAddress.optional().catch(undefined) })
  .optional()
  .catch(undefined)

const hit = z.object({
  id: z.number(),
  tags: z.string().max(2000),
  type: z.string().max(40).catch('film'),
  videos: z.object({ large: file, medium: file, small: file, tiny: file }),
})

const maxHits = 50

/** The usable hits of a provider's response; undefined if the response is not valid. */
export function readHits(text: string): StockHit[] | undefined {
  const list = answer.safeParse(parse(text))
  return list.success ? list.data.hits.flatMap(toHit).slice(0, maxHits) : undefined
}

const answer = z.object({ hits: z.array(z.unknown()) })

function toHit(candidate: unknown): StockHit[] {
  const read = hit.safeParse(candidate)
  if (!read.success) return []
  const { id, tags, type, videos } = read.data
  const sizes = [videos.large, videos.medium, videos.small, videos.tiny]
  const best = sizes.find((size) => size?.url)
  const thumbnail = best?.thumbnail ?? sizes.find((size) => size?.thumbnail)?.thumbnail
  return best?.url && thumbnail ? [{ id, tags, type, videos: { large: { thumbnail, url: best.url } } }] : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
