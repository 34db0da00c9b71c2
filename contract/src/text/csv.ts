type Cell = string | number | null

/**
 * Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula is prefixed with a quote, because titles and names come
 * from users.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string => rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')

function toCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r\n]/.test(value.trimStart()) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
