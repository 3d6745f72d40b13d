import {
  Alert,
  Button,
  Card,
  Group,
  Modal,
  Progress,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer, Festival } from '../../../../client/src/index.ts'
import { isTyped, TypedName } from '../../components/fields/typed-name.tsx'
import { useZone } from '../../components/fields/zone.ts'
import { useNow } from '../../components/relative.tsx'
import { Shown } from '../../components/states.tsx'
import { inEuros, inWords } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { stateOf } from '../state.tsx'
import type { TabProps } from '../tab-props.ts'
import { DueRefunds } from './due.tsx'

/** Cancels the festival; afterwards shows the progress of its refunds. */
export function Cancelling({ festival: one, refresh }: TabProps) {
  const state = stateOf(one, useNow())
  const [isOpen, { open, close }] = useDisclosure()
  if (one.cancelled_at !== null) return <Progressing id={one.id} at={one.cancelled_at} />
  if (state === 'over' || state === 'draft') return null
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Cancel the festival
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Sales close, all buyers are refunded, and ticket holders are notified. It stays in the guide
        as cancelled.
      </Text>
      <Group>
        <Button color="red" variant="light" onClick={open}>
          Cancel festival
        </Button>
      </Group>
      <Modal
        opened={isOpen}
        onClose={close}
        title={`Cancel ${one.name}?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
        centered
      >
        <Asking festival={one} onClose={close} onDone={refresh} />
      </Modal>
    </Card>
  )
}

type AskingProps = { festival: Festival; onClose: () => void; onDone: () => void }

function Asking({ festival: { id, name }, onClose, onDone }: AskingProps) {
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const act = useAct(() => festival.festivals.cancel(id, { reason: reason.trim() || null }), {
    done: 'Cancelled. Refunds have started',
    refresh: [['festival', id], ['festivals']],
    onDone: () => {
      onClose()
      onDone()
    },
    quiet: true,
  })
  return (
    <Stack>
      <DueRefunds id={id} />
      <Text>Sales close, and ticket holders are notified at once. This cannot be undone.</Text>
      <Textarea
        label="Reason, shown to ticket holders"
        placeholder="A storm is coming."
        maxLength={1000}
        autosize
        minRows={3}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
      <TypedName name={name} value={typed} onChange={setTyped} />
      {act.error && (
        <Alert color="red" role="alert" title="Could not cancel">
          {act.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
        <Button
          color="red"
          disabled={!isTyped(typed, name)}
          loading={act.isPending}
          onClick={() => act.mutate()}
        >
          Cancel and refund
        </Button>
      </Group>
    </Stack>
  )
}

type Progression = Answer<'GET /festivals/{id}/cancellation'>

/** Refunds that the processor refused have to be handled by a user. */
function isSettled({ waiting, refunding, needs_review }: Progression): boolean {
  return waiting + refunding - needs_review <= 0
}

function Progressing({ id, at }: { id: string; at: string }) {
  const zone = useZone()
  const progress = useQuery({
    queryKey: ['festival', id, 'cancellation'],
    queryFn: ({ signal }) => festival.festivals.cancellation(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : 2_000),
  })
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Cancelled
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {inWords(at, false, zone)} {zone}. Its sales are closed.
      </Text>
      <Shown query={progress}>{(told) => <Refunds {...told} />}</Shown>
    </Card>
  )
}

function Refunds({ payments, refunded, refunded_amount, needs_review }: Progression) {
  if (payments === 0) return <Text>No payments to refund.</Text>
  const share = Math.round((refunded / payments) * 100)
  return (
    <Stack gap="xs">
      <Progress value={share} aria-label="Refunds" size="lg" />
      <Text role="status" className="numbers">
        {refunded} of {payments} payments refunded, {inEuros(refunded_amount)}
      </Text>
      {needs_review > 0 && (
        <Alert color="red" title={`${needs_review} could not be refunded`}>
          The processor refused them. Open them under Sales and try the refund again.
        </Alert>
      )}
    </Stack>
  )
}
