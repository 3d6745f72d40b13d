import { Group } from '@mantine/core'
import type { AttendeeMessage } from '../../../../client/src/index.ts'
import { useZone } from '../../components/fields/zone.ts'
import { Mark } from '../../components/mark.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { When } from '../../components/tables/figures.tsx'
import { audienceOf, type Offer, statusOf } from './words.ts'

type Props = { messages: AttendeeMessage[]; offers: Offer[]; onOpen: (messageId: string) => void }

/** Messages with the number of people reached; the subject opens one. */
export function MessageTable({ messages, offers, onOpen }: Props) {
  return (
    <DataTable
      label="Messages"
      rows={messages}
      keyOf={({ id }) => id}
      columns={columnsOf(offers, useZone())}
      onOpen={({ id }) => onOpen(id)}
    />
  )
}

type Columns = [Column<AttendeeMessage>, ...Column<AttendeeMessage>[]]

const columnsOf = (offers: Offer[], zone: string): Columns => [
  { title: 'Subject', cell: ({ subject }) => subject },
  { title: 'To', cell: (message) => audienceOf(message, offers) },
  { title: 'Status', cell: (message) => <Marks message={message} /> },
  { title: 'Delivered', cell: deliveredOf },
  { title: `Sent (${zone})`, cell: ({ sent_at }) => <When time={sent_at} /> },
]

function deliveredOf({ counts }: AttendeeMessage): string {
  if (counts === null) return '–'
  const meant = counts.recipients - counts.unsubscribed - counts.limited
  return `${counts.sent.toLocaleString('en')} of ${meant.toLocaleString('en')}`
}

function Marks({ message }: { message: AttendeeMessage }) {
  const { word, tone } = statusOf(message)
  return (
    <Group gap={4} component="span" display="inline-flex">
      <Mark tone={tone}>{word}</Mark>
      {message.urgent && <Mark tone="warn">urgent</Mark>}
    </Group>
  )
}
