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
import { inEuros, inWords } from '../../components/figures.tsx'
import { useNow } from '../../components/relative.tsx'
import { Shown } from '../../components/states.tsx'
import { isTyped, TypedName } from '../../components/typed-name.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { stateOf } from '../state.tsx'
import type { TabProps } from '../tab-props.ts'
import { DueRefunds } from './due.tsx'

/** Cancelling, and once it is done, how far its refunds are. */
export function Cancelling({ festival: one, refresh }: TabProps) {
  const state = stateOf(one, useNow())
  const [isOpen, { open, close }] = useDisclosure()
  if (one.cancelled_at !== null) return <Progressing id={one.id} at={one.cancelled_at} />
  if (state === 'over') return null
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Cancel the festival
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Its sales close, everybody who paid gets the money back, and holders of tickets are told. It
        stays in the guide as cancelled.
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
    done: 'Cancelled. Refunds are on their way',
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
      <Text>
        Sales close, and everyone who holds a ticket is told at once. This cannot be undone.
      </Text>
      <Textarea
        label="Reason, for those who hold a ticket"
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
        <Alert color="red" role="alert" title="It was not cancelled">
          {act.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Keep it
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

/** Nothing more happens by itself: what the processor refused waits for somebody to look. */
function isSettled({ waiting, refunding, needs_review }: Progression): boolean {
  return waiting + refunding - needs_review <= 0
}

function Progressing({ id, at }: { id: string; at: string }) {
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
        {inWords(at)} UTC. Its sales are closed.
      </Text>
      <Shown query={progress}>{(told) => <Refunds {...told} />}</Shown>
    </Card>
  )
}

function Refunds({ payments, refunded, refunded_amount, needs_review }: Progression) {
  if (payments === 0) return <Text>Nobody had paid: there is nothing to give back.</Text>
  const share = Math.round((refunded / payments) * 100)
  return (
    <Stack gap="xs">
      <Progress value={share} aria-label="Refunds" size="lg" />
      <Text role="status" className="numbers">
        {refunded} of {payments} payments given back, {inEuros(refunded_amount)}
      </Text>
      {needs_review > 0 && (
        <Alert color="red" title={`${needs_review} could not be given back`}>
          The processor refused them. Look at them under Sales, and try the refund again there.
        </Alert>
      )}
    </Stack>
  )
}
