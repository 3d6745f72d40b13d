import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core'
import { ArrowDownIcon, ArrowUpIcon } from '@radix-ui/react-icons'
import type { Availability, Tier } from '../../../../client/src/index.ts'
import { useZone } from '../../components/fields/zone.ts'
import { Mark } from '../../components/mark.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros, inWords } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { changeSet } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'
import { soldOf } from './stock.ts'
import { moved } from './tiers.ts'

type Props = TabProps & {
  stock: Map<string, Availability>
  onOpen: (tier: Tier) => void
}

const states = {
  on_sale: ['good', 'On sale'],
  not_yet: ['live', 'Not yet'],
  closed: ['quiet', 'Closed'],
  sold_out: ['warn', 'Sold out'],
} as const

/** The tiers in the order in which buyers see them. */
export function TierTable({ festival: one, stock, refresh, onOpen }: Props) {
  const move = useAct(
    ({ id, step }: { id: string; step: -1 | 1 }) =>
      changeSet(one.id, 'tickets', (current) => moved(current, id, step)),
    { refresh: [['festival', one.id]], onDone: refresh },
  )
  const columns = columnsOf(stock, {
    tickets: one.tickets,
    isBusy: move.isPending,
    onMove: (id, step) => move.mutate({ id, step }),
  })
  return (
    <DataTable
      label="Tiers"
      rows={one.tickets}
      keyOf={({ id }) => id}
      columns={columns}
      onOpen={onOpen}
    />
  )
}

type Ordering = {
  tickets: Tier[]
  isBusy: boolean
  onMove: (id: string, step: -1 | 1) => void
}

function columnsOf(stock: Props['stock'], ordering: Ordering): [Column<Tier>, ...Column<Tier>[]] {
  return [
    { title: 'Tier', cell: (tier) => <Name tier={tier} /> },
    {
      title: 'Price',
      align: 'right',
      cell: ({ price }) => (price === 0 ? 'Free' : inEuros(price)),
    },
    { title: 'Sold', cell: (tier) => <Sold tier={tier} stock={stock.get(tier.id)} /> },
    { title: 'Sale', cell: (tier) => <Sale tier={tier} stock={stock.get(tier.id)} /> },
    { title: 'Order', align: 'right', cell: (tier) => <Order tier={tier} {...ordering} /> },
  ]
}

function Name({ tier: { name, hidden } }: { tier: Tier }) {
  return (
    <Group gap="xs">
      {name} {hidden && <Mark>Hidden</Mark>}
    </Group>
  )
}

type OfTier = { tier: Tier; stock: Availability | undefined }

function Sold({ tier, stock }: OfTier) {
  const sold = soldOf(tier, stock)
  const share = (part: number) => (tier.quantity === 0 ? 0 : (part / tier.quantity) * 100)
  return (
    <Stack gap={4} miw={150}>
      <Text size="sm">
        {stock ? sold.toLocaleString('en') : '…'} of {tier.quantity.toLocaleString('en')}
      </Text>
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section value={share(sold)} color="brand" />
        <Progress.Section value={share(stock?.held ?? 0)} color="yellow" />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {stock && `${stock.remaining.toLocaleString('en')} left`}
        {stock && stock.held > 0 && ` · ${stock.held.toLocaleString('en')} being paid for`}
      </Text>
    </Stack>
  )
}

function Sale({ tier: { start_time, end_time }, stock }: OfTier) {
  const [tone, word] = stock ? states[stock.status] : (['quiet', '…'] as const)
  const zone = useZone()
  const span = [
    start_time && `from ${inWords(start_time, false, zone)}`,
    end_time && `until ${inWords(end_time, false, zone)}`,
  ].filter(Boolean)
  return (
    <Stack gap={4} align="flex-start">
      <Mark tone={tone}>{word}</Mark>
      {span.map((words) => (
        <Text key={words} size="xs" c="dimmed">
          {words}
        </Text>
      ))}
    </Stack>
  )
}

function Order({ tier, tickets, isBusy, onMove }: Ordering & { tier: Tier }) {
  const place = tickets.indexOf(tier)
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon
        size="lg"
        variant="subtle"
        color="gray"
        className="fades"
        aria-label={`Move ${tier.name} up`}
        disabled={place === 0 || isBusy}
        onClick={() => onMove(tier.id, -1)}
      >
        <ArrowUpIcon />
      </ActionIcon>
      <ActionIcon
        size="lg"
        variant="subtle"
        color="gray"
        className="fades"
        aria-label={`Move ${tier.name} down`}
        disabled={place === tickets.length - 1 || isBusy}
        onClick={() => onMove(tier.id, 1)}
      >
        <ArrowDownIcon />
      </ActionIcon>
    </Group>
  )
}
