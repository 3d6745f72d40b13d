import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { LineupPreview } from '../../../../../client/src/index.ts'
import { Mark } from '../../../components/mark.tsx'
import { type Column, DataTable } from '../../../components/tables/data-table.tsx'
import { inWords } from '../../../components/tables/figures.tsx'

type Row = LineupPreview['rows'][number]
type Outcome = Row['outcome']

const perPage = 50
const tones: Record<Outcome, 'good' | 'warn' | 'bad' | 'quiet'> = {
  added: 'good',
  moved: 'warn',
  changed: 'warn',
  unchanged: 'quiet',
  removed: 'bad',
  rejected: 'bad',
}

/** Every row of a file with its outcome. */
export function Rows({
  preview: { rows, counts },
  zone,
}: {
  preview: LineupPreview
  zone: string
}) {
  const [outcome, setOutcome] = useState('')
  const [page, setPage] = useState(1)
  const numbered = rows.map((row, nth) => ({ ...row, nth }))
  const found = numbered.filter((row) => outcome === '' || row.outcome === outcome)
  const totalPages = Math.max(1, Math.ceil(found.length / perPage))
  const shown = Math.min(page, totalPages)
  const choices = Object.entries(counts).filter(([, count]) => count > 0)
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <Title order={3} size="h5">
          Rows
        </Title>
        <NativeSelect
          label="Show"
          data={[
            { value: '', label: `All (${rows.length})` },
            ...choices.map(([value, count]) => ({ value, label: `${value} (${count})` })),
          ]}
          value={outcome}
          onChange={({ currentTarget }) => {
            setOutcome(currentTarget.value)
            setPage(1)
          }}
        />
      </Group>
      <DataTable
        label="Rows of the file"
        rows={found.slice((shown - 1) * perPage, shown * perPage)}
        keyOf={({ nth }) => `${nth}`}
        columns={columnsIn(zone)}
        page={{ page: shown, totalPages, total: found.length, onPage: setPage }}
      />
    </Stack>
  )
}

type Slot = Pick<Row, 'place' | 'starts_at' | 'ends_at'>

function slotIn(zone: string, { place, starts_at, ends_at }: Slot): string {
  const start = starts_at === null ? 'To be announced' : inWords(starts_at, false, zone)
  const end = ends_at === null ? '' : ` – ${inWords(ends_at, false, zone).split(', ').at(-1)}`
  return [`${start}${end}`, place].filter(Boolean).join(' · ')
}

function columnsIn(zone: string): [Column<Row>, ...Column<Row>[]] {
  return [
    {
      title: 'Act',
      cell: ({ outcome, act, artist }) => (
        <Stack gap={0}>
          <Text span inherit>
            {(outcome === 'rejected' ? act : artist) ?? 'To be announced'}
          </Text>
          {outcome !== 'rejected' && act !== null && (
            <Text size="xs" c="dimmed">
              of {act}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      title: 'When and where',
      cell: (row) =>
        row.outcome === 'rejected' ? (
          row.reason
        ) : (
          <Stack gap={0}>
            <Text span inherit>
              {slotIn(zone, row)}
            </Text>
            {row.before && (
              <Text size="xs" c="dimmed">
                was {slotIn(zone, row.before)}
              </Text>
            )}
          </Stack>
        ),
    },
    { title: 'Outcome', cell: ({ outcome }) => <Mark tone={tones[outcome]}>{outcome}</Mark> },
    { title: 'In the file', cell: ({ position }) => position ?? '' },
  ]
}
