import { limits } from '@video-forge/contract/rules/limits'
import type { StockHit } from '@video-forge/contract/stock'

/** The fields used of a provider's hit. */
export interface StockVideo {
  id: number
  tags: string[]
  type: string
  thumbnail: string
  file: string
}

const tagsOf = (tags: string): string[] =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
    .slice(0, limits.stockTagsTaken)

export const stockVideoOf = ({ id, tags, type, videos: { large } }: StockHit): StockVideo => ({
  id,
  tags: tagsOf(tags),
  type,
  thumbnail: large.thumbnail,
  file: large.url,
})
