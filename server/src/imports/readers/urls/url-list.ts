import { type CsvRow, readCsv } from '@video-forge/contract/text/read-csv'
import { tagsInText } from '@video-forge/contract/text/tags'
import { emptyItem, type ImportItem, linkKeyOf } from '../../item.ts'
import { shownLink } from '../../links.ts'
import { nameInUrl, readDate, readVisibility, titleInName } from '../read-values.ts'
import type { Reader } from '../reader.ts'

const columns = {
  url: ['url', 'link', 'address', 'source', 'file', 'video'],
  title: ['title', 'name'],
  description: ['description', 'text'],
  tags: ['tags', 'tag', 'keywords'],
  date: ['date', 'created', 'created_at', 'createdat', 'published'],
  visibility: ['visibility', 'privacy'],
  thumbnail: ['thumbnail', 'picture'],
} as const
type Column = keyof typeof columns

/** Without a header: the address first, and the others as they are listed here. */
const usualOrder: readonly Column[] = ['url', 'title', 'description', 'tags', 'date', 'visibility', 'thumbnail']

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim())

/** The columns that a header names, in its order; undefined if the row is none. */
function headerOf(row: CsvRow): (Column | undefined)[] | undefined {
  const named = row.cells.map((cell) => usualOrder.find((column) => columns[column].some((name) => name === cell.trim().toLowerCase())))
  return named.includes('url') && !row.cells.some(isAddress) ? named : undefined
}

function itemOf(row: CsvRow, order: readonly (Column | undefined)[]): ImportItem {
  const cell = (column: Column) => row.cells[order.indexOf(column)]?.trim() ?? ''
  const url = cell('url')
  const keys = linkKeyOf('url', url)
  const item = { ...emptyItem(keys.key, shownLink(url) || `Line ${row.line}`), ...keys }
  if (!isAddress(url))
    return { ...item, problem: `Line ${row.line}: "${shownLink(url)}" is not a web address. It must start with http:// or https://.` }
  const date = cell('date') === '' ? null : readDate(cell('date'))
  if (cell('date') !== '' && date === null)
    return { ...item, problem: `Line ${row.line}: "${cell('date')}" is no date. Write it like 2025-04-30.` }
  const visibility = cell('visibility')
  if (visibility !== '' && !/^(public|private|unlisted|internal)$/i.test(visibility))
    return { ...item, problem: `Line ${row.line}: "${visibility}" is no visibility. Write public or private.` }
  const thumbnail = cell('thumbnail')
  return {
    ...item,
    source: { from: 'url', url },
    filename: nameInUrl(url),
    title: cell('title') || titleInName(nameInUrl(url)),
    description: cell('description'),
    tags: tagsInText(cell('tags').replaceAll(/[;|]/g, ',')),
    date,
    visibility: readVisibility(visibility),
    thumbnail: isAddress(thumbnail) ? { from: 'url', url: thumbnail } : null,
  }
}

/** The items of a list: one address in each line, or CSV with or without a header. A line that begins with # is a comment. */
function* itemsIn(list: string): Generator<ImportItem> {
  let order: readonly (Column | undefined)[] = usualOrder
  let isFirst = true
  for (const row of readCsv(list)) {
    if (row.cells[0]?.trimStart().startsWith('#')) continue
    const header = isFirst ? headerOf(row) : undefined
    isFirst = false
    if (header) order = header
    else yield itemOf(row, order)
  }
}

const pageSize = 200

export const urlList: Reader<{ list: string }> = {
  async *list({ list }, listedTo) {
    let skip = typeof listedTo === 'number' ? listedTo : 0
    let count = 0
    let items: ImportItem[] = []
    for (const item of itemsIn(list)) {
      count += 1
      if (skip-- > 0) continue
      items.push(item)
      if (items.length < pageSize) continue
      yield { items, listedTo: count }
      items = []
    }
    yield { items, listedTo: count, total: count }
  },
}
