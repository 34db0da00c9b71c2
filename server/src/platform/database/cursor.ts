import { Failure } from '@video-forge/contract/errors'
import { isUuid } from './uuid.ts'

// Lists are paged by key and not by offset, so that a deep page costs what the first one costs. A cursor is the key of the last
// row on a page: its id where ids give the order, otherwise the sort with the values of its columns, encoded.

type KeyType = 'text' | 'time' | 'number'

export interface CursorShape {
  /** Which sort a cursor belongs to; it means nothing in another one. */
  sort: string
  keys: readonly KeyType[]
}

export interface CursorPosition {
  values: string[]
  id: string
}

const refusal = 'This cursor does not belong to this list. Please load the list from its start.'

export const badCursor = () => new Failure('INVALID_INPUT', refusal, { details: [{ field: 'cursor', message: refusal }] })

const isKey: Record<KeyType, (value: string) => boolean> = {
  text: () => true,
  time: (value) => !Number.isNaN(Date.parse(value)),
  number: (value) => value !== '' && Number.isFinite(Number(value)),
}

/** The cursor of a list in order of its ids. */
export function parseIdCursor(cursor: string): string {
  if (!isUuid(cursor)) throw badCursor()
  return cursor
}

export const encodeCursor = ({ sort }: CursorShape, values: readonly string[], id: string): string =>
  Buffer.from(JSON.stringify([sort, ...values, id])).toString('base64url')

export function parseCursor({ sort, keys }: CursorShape, cursor: string): CursorPosition {
  const [sortOfCursor, ...values] = decode(cursor)
  const id = values.pop()
  const isValid =
    sortOfCursor === sort &&
    id !== undefined &&
    isUuid(id) &&
    values.length === keys.length &&
    keys.every((key, index) => isKey[key](values[index] ?? ''))
  if (!isValid) throw badCursor()
  return { values, id }
}

/** Whether a cursor belongs to this sort, for a list that is read in stages. */
export const isCursorOf = ({ sort }: CursorShape, cursor: string): boolean => decode(cursor)[0] === sort

function decode(cursor: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}

/** Cuts rows that were read with a limit of one more than the page holds; that row only shows that there is a next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
