import { Anchor, Box, Card, Group, Pagination, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  align?: 'right'
}

type Props<Row> = {
  /** the name of the table's records, for screen readers */
  label: string
  rows: Row[]
  keyOf: (row: Row) => string
  /** the first one names the row */
  columns: [Column<Row>, ...Column<Row>[]]
  /** makes the name of each row a button */
  onOpen?: (row: Row) => void
  page?: { page: number; totalPages: number; total: number; onPage: (page: number) => void }
}

/** A list: a table if there is room, cards on a phone. */
export function DataTable<Row>(props: Props<Row>) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return (
    <Stack>
      {isNarrow ? <Cards {...props} /> : <Wide {...props} />}
      {props.page && props.page.totalPages > 1 && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {props.page.total} in all
          </Text>
          <Pagination
            value={props.page.page}
            total={props.page.totalPages}
            onChange={props.page.onPage}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
          />
        </Group>
      )}
    </Stack>
  )
}

function Wide<Row>({ label, rows, keyOf, columns, onOpen }: Props<Row>) {
  return (
    <Card withBorder p={0}>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={onOpen ? {} : reachable(label)}>
        <Table
          aria-label={label}
          verticalSpacing="sm"
          horizontalSpacing="md"
          highlightOnHover={Boolean(onOpen)}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, align }) => (
                <Table.Th key={title} ta={align ?? 'left'}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map((column, index) => (
                  <Table.Td
                    key={column.title}
                    ta={column.align ?? 'left'}
                    className={wrapping(column.align)}
                  >
                    {index === 0 ? (
                      <Name row={row} column={column} onOpen={onOpen} />
                    ) : (
                      column.cell(row)
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

/** Numbers are on the right, and not broken. */
const wrapping = (align: string | undefined) => (align === 'right' ? 'numbers' : 'numbers wraps')

/** A table without a focusable element takes the focus itself, so that the keyboard can scroll it. */
function reachable(label: string) {
  return { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }
}

function Cards<Row>({ label, rows, keyOf, columns: [name, ...others], onOpen }: Props<Row>) {
  return (
    <Stack component="ul" aria-label={label} gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <Card component="li" withBorder key={keyOf(row)} p="md">
          <Box mb="xs" fw={600} className="wraps">
            <Name row={row} column={name} onOpen={onOpen} />
          </Box>
          <Stack gap={4}>
            {others.map(({ title, cell, align }) => (
              <Group key={title} justify="space-between" gap="md" align="flex-start" wrap="nowrap">
                <Text size="sm" c="dimmed" className="keeps">
                  {title}
                </Text>
                <Box className={wrapping(align)} fz="sm" ta="right">
                  {cell(row)}
                </Box>
              </Group>
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}

type Named<Row> = { row: Row; column: Column<Row>; onOpen: ((row: Row) => void) | undefined }

function Name<Row>({ row, column, onOpen }: Named<Row>) {
  if (!onOpen) return column.cell(row)
  return (
    <Anchor component="button" type="button" ta="left" fw={550} onClick={() => onOpen(row)}>
      {column.cell(row)}
    </Anchor>
  )
}
