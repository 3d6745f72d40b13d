import { Button, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core'
import { EnvelopeClosedIcon } from '@radix-ui/react-icons'
import { useState } from 'react'
import type { SoldPayment } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { Shown } from '../components/states.tsx'
import { inEuros } from '../components/tables/figures.tsx'
import type { Holds } from '../organizers/manages.ts'
import { queries, useAct } from '../queries.ts'
import { festival, useSession } from '../session.ts'
import { deleteKey, keyOf } from './keys.ts'
import { PaymentMarks } from './marks.tsx'
import { useOrder } from './queries.ts'
import { holderOf, isPaid, isRefundable, leftOf, whatOf } from './words.ts'

type Props = {
  payment: SoldPayment
  festivalId: string
  onOpen: (id: string) => void
  holds: Holds
}

/** The items bought together with a payment, and the actions on all of them. */
export function Order({ payment, festivalId, onOpen, holds }: Props) {
  const query = useOrder(payment, festivalId)
  return (
    <Shown query={query}>
      {(lines) => (
        <Stack gap="sm">
          <ol className="order-lines" aria-label="What was bought at once">
            {lines.map((line) => (
              <Line key={line.id} line={line} isOpen={line.id === payment.id} onOpen={onOpen} />
            ))}
          </ol>
          {lines.length > 1 && <Sum lines={lines} />}
          <Group gap="sm">
            {holds('manage') && lines.some(isPaid) && <Resend id={payment.order_id} />}
            {holds('refund') && <RefundAll lines={lines} />}
          </Group>
        </Stack>
      )}
    </Shown>
  )
}

type LineProps = { line: SoldPayment; isOpen: boolean; onOpen: (id: string) => void }

function Line({ line, isOpen, onOpen }: LineProps) {
  const holder = holderOf(line)
  return (
    <li>
      <UnstyledButton
        className="order-line"
        aria-current={isOpen || undefined}
        onClick={() => onOpen(line.id)}
      >
        <span className="wraps">
          <Text size="sm" fw={isOpen ? 650 : 500}>
            {whatOf(line)}
          </Text>
          {holder && (
            <Text size="xs" c="dimmed">
              Handed on to {holder}
            </Text>
          )}
        </span>
        <PaymentMarks payment={line} />
        <Text size="sm" className="numbers keeps">
          {inEuros(line.amount)}
        </Text>
      </UnstyledButton>
    </li>
  )
}

const sumOf = (lines: SoldPayment[], of: (line: SoldPayment) => number) =>
  lines.reduce((cents, line) => cents + Math.round(of(line) * 100), 0) / 100

function Sum({ lines }: { lines: SoldPayment[] }) {
  const refunded = sumOf(lines, ({ refunded_amount }) => refunded_amount)
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {lines.length} in all
      </Text>
      <Text size="sm" className="numbers" ta="right">
        {inEuros(sumOf(lines, ({ amount }) => amount))}
        {refunded > 0 && `, of which ${inEuros(refunded)} refunded`}
      </Text>
    </Group>
  )
}

function Resend({ id }: { id: string }) {
  const act = useAct(() => festival.orders.resend(id), { done: 'The mail is on its way' })
  return (
    <Button
      variant="default"
      leftSection={<EnvelopeClosedIcon aria-hidden />}
      loading={act.isPending}
      onClick={() => act.mutate()}
    >
      Send the mail again
    </Button>
  )
}

/** Refunds the remaining amounts of several payments at once; a single one has its own button below. */
function RefundAll({ lines }: { lines: SoldPayment[] }) {
  const me = useSession()?.me.id
  const [reason, setReason] = useState('')
  const left = lines.filter(isRefundable)
  const [first] = left
  if (!first || left.length < 2 || first.buyer.id === me) return null
  const sum = sumOf(left, (line) => leftOf(line, []))
  const body = { ...(reason.trim() && { reason: reason.trim() }) }
  const refund = async () => {
    const id = first.order_id
    await festival.orders.refund(id, body, { idempotencyKey: keyOf(id, body) })
    deleteKey(id, body)
    const changed = [['payment'], ['payments'], ['sales']]
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
  return (
    <ConfirmButton
      label="Refund all of it"
      title={`Refund ${left.length} payments`}
      text={
        <Stack gap="sm">
          <Text size="sm">
            {inEuros(sum)} is refunded to the original payment method, less what is kept for points
            that are spent. The tickets become invalid, and their places available again. The buyer
            gets one mail about all of it.
          </Text>
          <Textarea
            label="Reason"
            description="Optional. It is stored with the payments, and the buyer can read it."
            maxLength={500}
            autosize
            minRows={2}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </Stack>
      }
      confirm={`Refund ${inEuros(sum)}`}
      onConfirm={refund}
    />
  )
}
