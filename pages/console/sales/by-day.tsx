import {
  Box,
  Card,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Sales } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import { Empty } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { inEuros, inWords } from '../components/tables/figures.tsx'
import { HeardTable } from '../components/tables/heard-table.tsx'
import { inDigits } from '../overview/words.ts'
import { type Bucket, bucketsOf, isDay, sumOf } from './days.ts'

const load = () => import('./charts.tsx')
const SoldChart = lazy(async () => ({ default: (await load()).SoldChart }))
const MoneyChart = lazy(async () => ({ default: (await load()).MoneyChart }))

const height = 260

/** Sales over time: as charts, and as a table for screen readers. */
export function Days({ days }: { days: Sales['days'] }) {
  const [as, setAs] = useState('charts')
  const buckets = bucketsOf(days)
  const unit = buckets[0] && buckets[0].from !== buckets[0].to ? 'week' : 'day'
  const filled = buckets.filter(isSomething).toReversed()
  const label = `Sales by ${unit}`
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        By {unit}
      </Title>
      <Group justify="space-between" align="flex-end">
        <Range />
        <SegmentedControl
          aria-label="Shown as"
          data={[
            { value: 'charts', label: 'Charts' },
            { value: 'table', label: 'Table' },
          ]}
          value={as}
          onChange={setAs}
        />
      </Group>
      {buckets.length === 0 ? (
        <Card withBorder>
          <Empty
            title="No sales in this period"
            text="Purchases, refunds and admissions are counted here by day, as they happen."
          />
        </Card>
      ) : (
        <>
          <Sum days={days} />
          {as === 'table' ? (
            <DataTable label={label} rows={filled} keyOf={({ from }) => from} columns={columns} />
          ) : (
            <>
              <Charts buckets={buckets} unit={unit} />
              <HeardTable
                label={label}
                rows={filled}
                keyOf={({ from }) => from}
                columns={columns}
              />
            </>
          )}
        </>
      )}
    </Stack>
  )
}

function Charts({ buckets, unit }: { buckets: Bucket[]; unit: string }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} aria-hidden>
      <Card withBorder p="md">
        <Text fw={600} mb="sm">
          Sold per {unit}
        </Text>
        <Box h={height}>
          <Suspense>
            <SoldChart buckets={buckets} />
          </Suspense>
        </Box>
      </Card>
      <Card withBorder p="md">
        <Text fw={600} mb="sm">
          Revenue per {unit}
        </Text>
        <Box h={height}>
          <Suspense>
            <MoneyChart buckets={buckets} />
          </Suspense>
        </Box>
      </Card>
    </SimpleGrid>
  )
}

function Sum({ days }: { days: Sales['days'] }) {
  const { sold, revenue, refunded, validated } = sumOf(days)
  return (
    <Text c="dimmed" className="numbers" role="status">
      In this period: {inDigits(sold)} sold, {inEuros(revenue)} taken, {inEuros(refunded)} refunded,{' '}
      {inDigits(validated)} admitted.
    </Text>
  )
}

const presets = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '', label: 'All' },
]

function Range() {
  const address = useAddress()
  const [from, to, last] = [address.get('from'), address.get('to'), address.get('days')]
  const isOwn = last === '' && (from !== '' || to !== '')
  const isTurned = isDay(from) && isDay(to) && to < from
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label="Period"
        data={isOwn ? [...presets, { value: 'own', label: 'Custom' }] : presets}
        value={isOwn ? 'own' : last}
        onChange={(days) => days !== 'own' && address.set({ days, from: undefined, to: undefined })}
      />
      <TextInput
        type="date"
        label="From (UTC)"
        value={from}
        onChange={({ currentTarget }) =>
          address.set({ from: currentTarget.value, days: undefined })
        }
      />
      <TextInput
        type="date"
        label="To (UTC)"
        value={to}
        error={isTurned && 'Before the first day'}
        onChange={({ currentTarget }) => address.set({ to: currentTarget.value, days: undefined })}
      />
    </Group>
  )
}

const isSomething = ({ sold, revenue, refunded, validated }: Bucket) =>
  sold + revenue + refunded + validated > 0

const columns: [Column<Bucket>, ...Column<Bucket>[]] = [
  {
    title: 'When (UTC)',
    cell: ({ from, to }) =>
      from === to ? inWords(from, true) : `${inWords(from, true)} – ${inWords(to, true)}`,
  },
  { title: 'Sold', align: 'right', cell: ({ sold }) => inDigits(sold) },
  { title: 'Revenue', align: 'right', cell: ({ revenue }) => inEuros(revenue) },
  { title: 'Refunded', align: 'right', cell: ({ refunded }) => inEuros(refunded) },
  { title: 'Admitted', align: 'right', cell: ({ validated }) => inDigits(validated) },
]
