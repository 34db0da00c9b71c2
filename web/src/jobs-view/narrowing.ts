import { tagKey } from '@video-forge/contract/text/tags'

const visibilities = ['public', 'private'] as const

/** What leaves videos out, beside words and the status. Days are like 2026-01-31. */
export interface Narrowing {
  visibility?: (typeof visibilities)[number]
  tag?: string
  after?: string
  before?: string
}

/** What of some values the API understands: it refuses what is no tag, and what is no day. */
export function readNarrowing(given: (name: keyof Narrowing) => string | null | undefined): Narrowing {
  const visibility = visibilities.find((each) => each === given('visibility'))
  const tag = given('tag') ?? ''
  const [after, before] = [dayIn(given('after')), dayIn(given('before'))]
  return {
    ...(visibility && { visibility }),
    ...(tagKey(tag) !== '' && { tag }),
    ...(after && { after }),
    ...(before && { before }),
  }
}

const dayIn = (text: string | null | undefined): string | undefined => (text && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)
