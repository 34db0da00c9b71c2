export interface Row {
  what: string
  measured: string
  /** The promised limit, if there is one. */
  target?: string
  ok?: boolean
}

/** Prints the rows as a table and fails the command if one missed its target. */
export function printTable(title: string, rows: Row[]): void {
  const cells = rows.map(({ what, measured, target = '', ok }) => [what, measured, target, ok === undefined ? '' : ok ? 'ok' : 'MISSED'])
  const all = [['what', 'measured', 'target', ''], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  if (rows.some(({ ok }) => ok === false)) process.exitCode = 1
}

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
