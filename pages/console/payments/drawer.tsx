import { Alert, Anchor, Code, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { SoldPayment } from '../../../client/src/index.ts'
import { CopyIconButton } from '../components/copy.tsx'
import { Fact, Facts } from '../components/fact.tsx'
import { SideDrawer } from '../components/form-drawer.tsx'
import { Part } from '../components/part.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { inEuros, When } from '../components/tables/figures.tsx'
import type { Holds } from '../organizers/manages.ts'
import { inDigits } from '../overview/words.ts'
import { useRights } from '../rights.ts'
import { CorrectEmail } from './correct-email.tsx'
import { PaymentMarks } from './marks.tsx'
import { Order } from './order.tsx'
import { usePayment } from './queries.ts'
import { Refund } from './refund.tsx'
import { useRightsAt } from './rights.ts'
import { Ticket } from './ticket.tsx'
import { Timeline } from './timeline.tsx'
import { buyerOf, holderOf, isRefundable, retainedOf, whatOf } from './words.ts'

type Props = {
  id: string
  festivalId: string
  onOpen: (id: string) => void
  onClose: () => void
}

/** Everything about one payment, beside the list. */
export function PaymentDrawer({ id, festivalId, onOpen, onClose }: Props) {
  const query = usePayment(id, festivalId)
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={query.data ? whatOf(query.data) : 'Payment'}
      size="lg"
    >
      <Shown query={query}>
        {(payment) =>
          payment ? (
            <OnePayment payment={payment} festivalId={festivalId} onOpen={onOpen} />
          ) : (
            <Empty
              title="Payment not found"
              text="It may belong to another festival: choose that one and try again."
            />
          )
        }
      </Shown>
    </SideDrawer>
  )
}

type One = { payment: SoldPayment } & Pick<Props, 'festivalId' | 'onOpen'>

function OnePayment({ payment, festivalId, onOpen }: One) {
  const { needs_review, status } = payment
  const holds = useRightsAt(payment)
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        <Text fz={32} fw={650} lh={1.2} className="numbers">
          {inEuros(payment.amount)}
        </Text>
        <PaymentMarks payment={payment} />
      </Stack>
      {needs_review !== null && (
        <Alert color="red" title="Needs review" className="wraps">
          {needs_review}.{' '}
          {status === 'refunding'
            ? 'The buyer is owed the money. Try again, or refund it in another way and book that below.'
            : 'Settle it with the processor.'}
        </Alert>
      )}
      <About payment={payment} holds={holds} />
      <Part title="Order">
        <Order payment={payment} festivalId={festivalId} onOpen={onOpen} holds={holds} />
      </Part>
      <Part title="What happened">
        <Timeline payment={payment} />
      </Part>
      <Part title="Ticket">
        <Ticket payment={payment} holds={holds} />
      </Part>
      {isRefundable(payment) && holds('refund') && (
        <Part title="Refund">
          <Refund payment={payment} />
        </Part>
      )}
    </Stack>
  )
}

function About({ payment, holds }: { payment: SoldPayment; holds: Holds }) {
  const { id, festival, buyer, createdAt, failure, order_number, processor_id } = payment
  const { may } = useRights()
  return (
    <Facts>
      <Fact name="Item">{whatOf(payment)}</Fact>
      {festival && (
        <Fact name="Festival">
          <Anchor component={Link} href={`/festivals/${festival.id}/sales`} inherit>
            {festival.name}
          </Anchor>
        </Fact>
      )}
      <Fact name="Buyer">
        {may('manage_users') && !buyer.guest ? (
          <Anchor component={Link} href={`/people/${buyer.id}`} inherit>
            {buyerOf(payment)}
          </Anchor>
        ) : (
          buyerOf(payment)
        )}
        {holds('manage') && <CorrectEmail payment={payment} />}
      </Fact>
      {holderOf(payment) && <Fact name="Handed on to">{holderOf(payment)}</Fact>}
      <Fact name="Date">
        <When time={createdAt} /> UTC
      </Fact>
      <Money payment={payment} />
      {failure !== null && <Fact name="Failed">{failure}</Fact>}
      {order_number !== null && <Copied name="Order number" value={order_number} />}
      {processor_id !== null && <Copied name="Processor’s id" value={processor_id} />}
      <Copied name="Id" value={id} />
    </Facts>
  )
}

/** A code with a button that copies it. */
function Copied({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <Group gap={2} wrap="nowrap" justify="flex-end">
        <Code className="wraps">{value}</Code>
        <CopyIconButton
          value={value}
          label={`Copy the ${name[0]?.toLowerCase()}${name.slice(1)}`}
        />
      </Group>
    </Fact>
  )
}

/** The discounts on a payment's price, and its refunds. */
function Money({ payment }: { payment: SoldPayment }) {
  const { status, voucher, discount, points_used, refunded_amount, kept_amount } = payment
  return (
    <>
      {voucher !== null && (
        <Fact name="Voucher">
          {voucher}, {inEuros(discount)} off
        </Fact>
      )}
      {points_used > 0 && <Fact name="Points used">{inDigits(points_used)} points</Fact>}
      <Fact name={status === 'refunding' ? 'To be refunded' : 'Refunded'}>
        {inEuros(refunded_amount)}
      </Fact>
      {kept_amount > 0 && <Fact name="Not refunded">{inEuros(kept_amount)} for spent points</Fact>}
      {retainedOf(payment) > 0 && (
        <Fact name="Kept">{inEuros(retainedOf(payment))} by the terms</Fact>
      )}
    </>
  )
}
