import { Alert, Button, Group, List, Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Festival } from '../../../../client/src/index.ts'
import { inWords } from '../../components/tables/figures.tsx'
import { festival } from '../../session.ts'
import { wholeOfFestival } from '../sets.ts'

type Dates = { start_time: string; end_time: string; time_zone: string }

type Props = {
  festival: Festival
  /** The new start and end as inputs hold them, in UTC; undefined while no question is open. */
  to: Dates | undefined
  error: Error | null
  isPending: boolean
  onSave: (move: boolean) => void
  onClose: () => void
}

const dates = (start: string, end: string, zone: string) =>
  `${inWords(start, false, zone)} – ${inWords(end, false, zone)}`

/** Asks whether records with a date of their own move with a festival, and lists them before anything is written. */
export function Moving({ to, onClose, ...asking }: Props) {
  return (
    <Modal
      opened={to !== undefined}
      onClose={onClose}
      title="New dates"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      {to && <Asking to={to} onClose={onClose} {...asking} />}
    </Modal>
  )
}

function Asking({ festival: one, to, error, isPending, onSave, onClose }: Props & { to: Dates }) {
  const [choice, setChoice] = useState('move')
  return (
    <Stack>
      <Text>
        {dates(one.start_time, one.end_time, one.time_zone)} becomes{' '}
        <strong>{dates(`${to.start_time}Z`, `${to.end_time}Z`, to.time_zone)}</strong>.
      </Text>
      <Radio.Group label="What moves with it" value={choice} onChange={setChoice}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="move"
            label="All that has a date of its own"
            description="Times stay what clocks show: 22:00 stays 22:00"
          />
          {choice === 'move' && <WhatMoves festival={one} />}
          <Radio
            value="alone"
            label="Nothing: I enter the other dates myself"
            description="Tickets admit on their old days until you change them"
          />
        </Stack>
      </Radio.Group>
      {choice === 'move' && (
        <Alert color="blue" title="Ticket holders are mailed both dates">
          If the festival begins on another day, buyers may give unused tickets back in full for 14
          days.
        </Alert>
      )}
      {error && (
        <Alert color="red" role="alert" title="Could not save">
          {error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        <Button loading={isPending} onClick={() => onSave(choice === 'move')}>
          Save new dates
        </Button>
      </Group>
    </Stack>
  )
}

/** The records that move with a festival, and the number of each. */
function WhatMoves({ festival: { id, gigs, tickets } }: { festival: Festival }) {
  const stays = useQuery({
    queryKey: ['festival', id, 'accommodations'],
    queryFn: ({ signal }) =>
      festival.accommodations.list({ festival: id, ...wholeOfFestival }, { signal }),
  })
  const timed = gigs.filter(({ start_time }) => start_time !== null).length
  const valid = tickets.filter(({ valid_since, valid_until }) => valid_since ?? valid_until).length
  const booked = stays.data?.filter(({ check_in_at, check_out_at }) => check_in_at ?? check_out_at)
  return (
    <List size="sm" pl="lg">
      <List.Item>The times of the line-up: {of(timed, 'gig')}</List.Item>
      <List.Item>When tickets admit: {of(valid, 'tier')}</List.Item>
      <List.Item>Check-in and check-out: {of(booked?.length ?? 0, 'accommodation')}</List.Item>
      <List.Item>The end of sales that end at the festival or later</List.Item>
    </List>
  )
}

const of = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
