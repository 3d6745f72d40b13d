import { Anchor, Stack } from '@mantine/core'
import { Link } from 'wouter'
import type { PersonOrder, PersonRecord, PersonTicket } from '../../../client/src/index.ts'
import { Mark } from '../components/mark.tsx'
import { inEuros, When } from '../components/tables/figures.tsx'
import { wordOf } from '../festivals/attendees/use-attendees.ts'
import { stateOf } from '../payments/words.ts'
import { Listing, Row } from './listing.tsx'

/** A person's purchases, and the tickets that they have now. */
export function Purchases({ record: { account, orders, tickets } }: { record: PersonRecord }) {
  return (
    <Stack gap="lg">
      {orders && (
        <Listing
          title="Orders"
          list={orders}
          none="They have bought nothing."
          keyOf={({ id }) => id}
          {...(account.email && { all: `/payments?q=${encodeURIComponent(account.email)}` })}
        >
          {(order) => <Order order={order} />}
        </Listing>
      )}
      {tickets && (
        <Listing
          title="Tickets"
          list={tickets}
          none="They have no ticket."
          keyOf={({ payment_id }) => payment_id}
        >
          {(ticket) => <Ticket ticket={ticket} />}
        </Listing>
      )}
    </Stack>
  )
}

function Order({ order }: { order: PersonOrder }) {
  const { payment_id, status, units, amount, refunded_amount, festival, created_at } = order
  const { word, tone } = status === 'held' ? held : stateOf(status)
  return (
    <Row
      name={
        <Anchor component={Link} href={`/payments/${payment_id}`} inherit>
          {festival?.name ?? 'Membership'}
        </Anchor>
      }
      about={
        <>
          {units === 1 ? '1 item' : `${units} items`} · <When time={created_at} />
        </>
      }
    >
      {inEuros(amount)}
      <br />
      <Mark tone={tone}>{word}</Mark>
      {refunded_amount > 0 && <Mark tone="warn">{`${inEuros(refunded_amount)} refunded`}</Mark>}
    </Row>
  )
}

const held = { word: 'held, not paid yet', tone: 'live' } as const

function Ticket({ ticket }: { ticket: PersonTicket }) {
  const { payment_id, short_code, status, tier_name, festival, received } = ticket
  const { word, tone } = wordOf(status)
  return (
    <Row
      name={
        <Anchor component={Link} href={`/payments/${payment_id}`} inherit>
          {tier_name ?? 'Ticket'}
        </Anchor>
      }
      about={
        <>
          <Anchor component={Link} href={`/festivals/${festival.id}`} underline="always" inherit>
            {festival.name}
          </Anchor>
          {received && ' · received from another person'}
        </>
      }
    >
      {short_code ?? '–'}
      <br />
      <Mark tone={tone}>{word}</Mark>
    </Row>
  )
}
