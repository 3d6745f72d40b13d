import { VisuallyHidden } from '@mantine/core'
import type { Column } from './data-table.tsx'

type Props<Row> = {
  /** the name of the table */
  label: string
  rows: Row[]
  keyOf: (row: Row) => string
  columns: Column<Row>[]
}

/** The figures of a chart as a table, for screen readers. */
export function HeardTable<Row>({ label, rows, keyOf, columns }: Props<Row>) {
  return (
    <VisuallyHidden component="div">
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell }) => (
                <td key={title}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
