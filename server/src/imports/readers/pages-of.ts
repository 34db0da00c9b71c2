export interface FoundPage<Entry> {
  entries: Entry[]
  /** Where the next page begins; undefined if this is the last. */
  next: number | undefined
  /** How many entries there are in all, if the site says. */
  total?: number | undefined
}

interface Paging<Entry> {
  from: number
  maxPages: number
  /** Undefined if there is no such page. */
  get: (at: number) => Promise<FoundPage<Entry> | undefined>
  idOf: (entry: Entry) => string
}

/** The pages of a list. What a site says about their number is not relied upon: an empty page ends it, and one that comes again. */
export async function* pagesOf<Entry>({ from, maxPages, get, idOf }: Paging<Entry>): AsyncGenerator<FoundPage<Entry>> {
  let before: string | undefined
  let at: number | undefined = from
  for (let count = 0; at !== undefined && count < maxPages; count += 1) {
    const page = await get(at)
    const ids = page?.entries.map(idOf).join('\n')
    if (!page || page.entries.length === 0 || ids === before) return
    before = ids
    yield page
    at = page.next
  }
}
