import { Group, Text } from '@mantine/core'
import type { Attendee } from '../../../../client/src/index.ts'
import { useZone } from '../../components/fields/zone.ts'
import { Mark } from '../../components/mark.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { When } from '../../components/tables/figures.tsx'
import { buyerOf, holderOf } from '../../payments/words.ts'
import { wordOf } from './use-attendees.ts'

type Props = { attendees: Attendee[]; onOpen: (paymentId: string) => void }

/** The attendees with their tickets; the name opens the payment, with all its actions. */
export function AttendeeTable({ attendees, onOpen }: Props) {
  return (
    <DataTable
      label="Attendees"
      rows={attendees}
      keyOf={({ payment_id }) => payment_id}
      columns={columnsIn(useZone())}
      onOpen={({ payment_id }) => onOpen(payment_id)}
    />
  )
}

const columnsIn = (zone: string): [Column<Attendee>, ...Column<Attendee>[]] => [
  { title: 'Name', cell: (attendee) => <Name attendee={attendee} /> },
  { title: 'Ticket', cell: ({ tier }) => tier?.name ?? '–' },
  { title: 'Status', cell: (attendee) => <Marks attendee={attendee} /> },
  { title: 'Short code', cell: ({ short_code }) => short_code ?? '–' },
  { title: `Bought (${zone})`, cell: ({ bought_at }) => <When time={bought_at} /> },
]

/** The ticket's holder, and its buyer if that is another person. */
function Name({ attendee }: { attendee: Attendee }) {
  const holder = holderOf(attendee)
  if (holder === undefined) return buyerOf(attendee)
  return (
    <>
      {holder}
      <Text span size="xs" c="dimmed" display="block">
        Bought by {buyerOf(attendee)}
      </Text>
    </>
  )
}

function Marks({ attendee: { status, inside } }: { attendee: Attendee }) {
  const { word, tone } = wordOf(status)
  return (
    <Group gap={4} component="span" display="inline-flex">
      <Mark tone={tone}>{word}</Mark>
      {inside && <Mark tone="good">inside</Mark>}
    </Group>
  )
}
