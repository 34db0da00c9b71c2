import { plain } from './text.js'

/** @typedef {ReturnType<typeof createOutput>} Output */

/**
 * Results go to stdout, everything else to stderr. Without a terminal there is nothing but results, as tab-separated lines.
 * @param {{ isJson: boolean }} options
 */
export function createOutput({ isJson }) {
  const isTerminal = process.stdout.isTTY === true
  /** @param {string} line */
  const print = (line) => process.stdout.write(`${line}\n`)
  return {
    isJson,
    isTerminal,
    print,
    /** The answer as JSON, or by what is printed for people. @param {unknown} value @param {() => void} forPeople */
    result(value, forPeople) {
      if (isJson) print(JSON.stringify(value, null, isTerminal ? 2 : undefined))
      else forPeople()
    },
    /** @param {readonly string[]} titles @param {readonly (readonly unknown[])[]} rows */
    table(titles, rows) {
      const cells = rows.map((row) => row.map(plain))
      if (!isTerminal) return void cells.forEach((row) => void print(row.join('\t')))
      const all = [titles.map((title) => title.toUpperCase()), ...cells]
      const widths = titles.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)))
      for (const row of all)
        print(
          row
            .map((cell, column) => cell.padEnd(widths[column] ?? 0))
            .join('  ')
            .trimEnd(),
        )
    },
    /** Names and values, one a line. @param {Record<string, unknown>} fields */
    fields(fields) {
      const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '')
      const width = isTerminal ? Math.max(...shown.map(([name]) => name.length)) + 1 : 0
      for (const [name, value] of shown) print(isTerminal ? `${`${name}:`.padEnd(width)} ${plain(value)}` : `${name}\t${plain(value)}`)
    },
    /** Said to a person who watches, not to a script. @param {string} line */
    notice(line) {
      if (process.stderr.isTTY && !isJson) process.stderr.write(`${line}\n`)
    },
    /** @param {string} line */
    warn: (line) => void process.stderr.write(`forge: ${plain(line)}\n`),
  }
}
