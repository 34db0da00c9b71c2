import * as z from 'zod'
import { answer, endpoint } from './endpoint.ts'

/** A search result, with the fields that are used. */
const stockHit = z
  .object({
    id: z.number(),
    /** Comma-separated. */
    tags: z.string(),
    type: z.string(),
    videos: z.object({ large: z.object({ thumbnail: z.string(), url: z.string() }) }),
  })
  .meta({ id: 'StockHit' })
export type StockHit = z.infer<typeof stockHit>

export const stockEndpoints = {
  'GET /stock/videos': endpoint({
    summary: 'Search stock videos',
    access: 'signed-in',
    scope: 'read',
    query: z.object({ q: z.string().trim().min(1, 'Enter what to search for.').max(100) }),
    output: answer({ hits: z.array(stockHit), provider: z.object({ name: z.string(), url: z.string().nullable() }) }),
    errors: ['UNAVAILABLE'],
  }),
}
