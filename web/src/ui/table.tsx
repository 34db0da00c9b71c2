import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  /** Aligned right, with figures of equal width. */
  numeric?: boolean
  /** Hidden on narrow screens. */
  wide?: boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const align = (column: Column<Row>) =>
    classNames(column.numeric ? 'text-right tabular-nums' : 'text-left', column.wide && 'max-sm:hidden')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-surface border border-line bg-surface">
      <table className="w-full border-collapse text-14">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-line border-b text-12 text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classNames('h-10 whitespace-nowrap px-4 font-medium', align(column))}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)} className="hover:bg-sunken">
              {columns.map((column) => (
                <td key={column.name} className={classNames('h-12 px-4', align(column))}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
