export interface CsvRow {
  /** Where it begins, counted from 1. */
  line: number
  cells: string[]
}

/** What separates cells in the first line, outside quotes: the most frequent of comma, semicolon and tab. */
function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const first = text.slice(0, end < 0 ? undefined : end).replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => first.split(separator).length - 1
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** The rows of a CSV text (RFC 4180) that are not empty. Quotes that are never closed end with the text. */
export function* readCsv(text: string): Generator<CsvRow> {
  const body = text.replace(/^\ufeff/, '')
  const separator = separatorOf(body)
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  let at = 0
  while (at < body.length) {
    const cell = readCell(body, at, separator)
    row.cells.push(cell.text)
    line += cell.lineCount
    at = cell.end
    if (body[at] === separator) {
      at += 1
      // A separator at the very end begins one more, empty cell.
      if (at < body.length) continue
      row.cells.push('')
    }
    at += body[at] === '\r' && body[at + 1] === '\n' ? 2 : 1
    if (row.cells.some((each) => each.trim() !== '')) yield row
    line += 1
    row = { line, cells: [] }
  }
}

/** `end` is the place of the separator or line end after the cell. */
function readCell(body: string, from: number, separator: string): { text: string; end: number; lineCount: number } {
  if (body[from] !== '"') return { ...readPlain(body, from, separator), lineCount: 0 }
  let text = ''
  let at = from + 1
  for (;;) {
    const quote = body.indexOf('"', at)
    text += body.slice(at, quote < 0 ? undefined : quote)
    at = quote < 0 ? body.length : quote + 1
    if (body[at] !== '"') break
    text += '"'
    at += 1
  }
  // Text between the closing quote and the separator belongs to the cell, as spreadsheets read it.
  const rest = readPlain(body, at, separator)
  return { text: text + rest.text, end: rest.end, lineCount: text.split('\n').length - 1 }
}

function readPlain(body: string, from: number, separator: string): { text: string; end: number } {
  let end = from
  while (end < body.length && body[end] !== separator && body[end] !== '\n' && body[end] !== '\r') end += 1
  return { text: body.slice(from, end), end }
}
