import { Checkbox, NativeSelect, SimpleGrid, Stack, Title } from '@mantine/core'
import type { LineupPreview } from '../../../../../client/src/index.ts'
import type { Choice } from './choice.ts'

type Column = LineupPreview['columns'][number]
type Use = NonNullable<Column['use']>

const uses: { value: Use | ''; label: string }[] = [
  { value: '', label: 'Ignored' },
  { value: 'artist', label: 'Artist' },
  { value: 'place', label: 'Stage' },
  { value: 'day', label: 'Day' },
  { value: 'start', label: 'Start, or start and end' },
  { value: 'end', label: 'End' },
  { value: 'headliner', label: 'Headliner' },
  { value: 'billing', label: 'Number on the bill' },
]

const encodings: { value: NonNullable<LineupPreview['encoding']>; label: string }[] = [
  { value: 'utf-8', label: 'Unicode (UTF-8)' },
  { value: 'utf-16le', label: 'Unicode (UTF-16)' },
  { value: 'utf-16be', label: 'Unicode (UTF-16, big-endian)' },
  { value: 'windows-1250', label: 'Central Europe (windows-1250)' },
  { value: 'windows-1251', label: 'Cyrillic (windows-1251)' },
  { value: 'windows-1252', label: 'Western Europe (windows-1252)' },
  { value: 'windows-1253', label: 'Greek (windows-1253)' },
  { value: 'windows-1254', label: 'Turkish (windows-1254)' },
]

const hours = Array.from({ length: 12 }, (_, hour) => `${hour}`.padStart(2, '0').concat(':00'))

type Props = { preview: LineupPreview; choice: Choice; onChoose: (choice: Choice) => void }

/** Shows the recognized use of each column of a table, to be corrected. */
export function Columns({ preview, choice, onChoose }: Props) {
  const { sheets, day_ends_at, day_order, encoding } = preview
  const columns = preview.columns.map((column) => ({
    ...column,
    ...choice.columns?.find(({ name }) => name === column.name),
  }))
  if (columns.length === 0) return null
  const current = columns.map(({ name, use, repeats }) => ({ name, use, repeats }))
  const change = (index: number, changed: Partial<Column>) =>
    onChoose({
      ...choice,
      columns: current.map((column, at) => {
        if (at === index) return { ...column, ...changed }
        // A use is of one column.
        return changed.use && column.use === changed.use ? { ...column, use: null } : column
      }),
    })
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        Columns
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {columns.map((column, index) => (
          <ColumnField
            // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name
            key={`${index} ${column.name}`}
            column={column}
            onChange={(changed) => change(index, changed)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <NativeSelect
          label="A day lasts until"
          description="A set before it is in the night after the written day"
          data={[...new Set([...hours, day_ends_at ?? '00:00'])].toSorted()}
          value={choice.day_ends_at ?? day_ends_at ?? '00:00'}
          onChange={({ currentTarget }) =>
            onChoose({ ...choice, day_ends_at: currentTarget.value })
          }
        />
        <NativeSelect
          label="1/7 is"
          description="Only for dates that can be read in two ways"
          data={[
            { value: 'dmy', label: '1 July' },
            { value: 'mdy', label: '7 January' },
          ]}
          value={choice.day_order ?? day_order ?? 'dmy'}
          onChange={({ currentTarget }) =>
            onChoose({ ...choice, day_order: currentTarget.value === 'mdy' ? 'mdy' : 'dmy' })
          }
        />
        {encoding && <EncodingField encoding={encoding} onChoose={onChoose} />}
        {sheets.length > 1 && (
          <NativeSelect
            label="Sheet"
            description="Those with the same columns are read together"
            data={[{ value: '', label: 'All with the same columns' }, ...sheets]}
            value={choice.sheet ?? ''}
            // Another sheet has other columns.
            onChange={({ currentTarget: { value } }) =>
              onChoose(value === '' ? {} : { sheet: value })
            }
          />
        )}
      </SimpleGrid>
    </Stack>
  )
}

function EncodingField({
  encoding,
  onChoose,
}: {
  encoding: NonNullable<LineupPreview['encoding']>
  onChoose: (choice: Choice) => void
}) {
  return (
    <NativeSelect
      label="Encoding"
      description="Another one, if letters are wrong"
      data={encodings}
      value={encoding}
      // Columns are named otherwise in another encoding.
      onChange={({ currentTarget: { value } }) =>
        onChoose({ encoding: encodings.find((one) => one.value === value)?.value })
      }
    />
  )
}

function ColumnField({
  column,
  onChange,
}: {
  column: Column
  onChange: (changed: Partial<Column>) => void
}) {
  const { name, use, repeats, samples } = column
  return (
    <Stack gap={6}>
      <NativeSelect
        label={name}
        description={samples.join(' · ') || 'Empty'}
        className="wraps"
        data={uses}
        value={use ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ use: uses.find((one) => one.value === value)?.value || null })
        }
      />
      {(use === 'place' || use === 'day') && (
        <Checkbox
          label="An empty cell repeats the one above"
          checked={repeats}
          onChange={({ currentTarget }) => onChange({ repeats: currentTarget.checked })}
        />
      )}
    </Stack>
  )
}
