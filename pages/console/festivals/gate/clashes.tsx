import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Clash, GateStaff } from '../../../../client/src/index.ts'
import { pageIn, useAddress } from '../../components/address.ts'
import { useZone } from '../../components/fields/zone.ts'
import { Mark } from '../../components/mark.tsx'
import { Shown } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { When } from '../../components/tables/figures.tsx'
import { festival } from '../../session.ts'

const perPage = 20

const reasons: Record<Clash['code'], string> = {
  another_day: 'For another day',
  already_validated: 'Admitted twice',
  invalid_code: 'Forged',
  wrong_festival: 'Another festival',
  not_a_ticket: 'No ticket',
  not_succeeded: 'Not paid',
  refunded: 'Refunded',
  revoked: 'Revoked',
  transferred: 'Handed on',
  too_early: 'Too early',
  too_late: 'Too late',
  wrong_zone: 'Not for this part of the festival',
  full: 'As many were inside as may be',
}

/** Admissions without a network that should have been refused, with their gates and times. */
export function Clashes({ festivalId }: { festivalId: string }) {
  const address = useAddress()
  const zone = useZone()
  const page = pageIn(address)
  const found = useQuery({
    queryKey: ['festival', festivalId, 'clashes', `${page}`],
    // Requests one more than is shown, to detect another page.
    queryFn: ({ signal }) =>
      festival.gate.clashes(
        festivalId,
        { limit: perPage + 1, offset: (page - 1) * perPage },
        { signal },
      ),
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
  })
  const staff = useQuery({
    queryKey: ['festival', festivalId, 'gate-staff'],
    queryFn: ({ signal }) => festival.gate.staff(festivalId, { signal }),
  })
  const go = (next: number) => address.set({ page: next === 1 ? undefined : `${next}` })
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        Clashes
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Without a network, two gates may admit the same ticket. Such admissions are listed here once
        the gates have sent their scans.
      </Text>
      <Shown query={found} empty={<None page={page} />}>
        {(clashes) => (
          <>
            <DataTable
              label="Clashes"
              rows={clashes.slice(0, perPage)}
              keyOf={({ id }) => id}
              columns={columnsOf(staff.data ?? [], zone)}
            />
            <Turn page={page} hasOlder={clashes.length > perPage} onPage={go} />
          </>
        )}
      </Shown>
    </Card>
  )
}

type TurnProps = { page: number; hasOlder: boolean; onPage: (page: number) => void }

function Turn({ page, hasOlder, onPage }: TurnProps) {
  if (page === 1 && !hasOlder) return null
  return (
    <Group justify="flex-end" mt="md">
      <Button variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button variant="default" disabled={!hasOlder} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </Group>
  )
}

function None({ page }: { page: number }) {
  return (
    <Text size="sm" c="dimmed">
      {page === 1 ? 'No clashes.' : 'There are no older ones.'}
    </Text>
  )
}

function columnsOf(staff: GateStaff[], zone: string): [Column<Clash>, ...Column<Clash>[]] {
  return [
    {
      title: 'Problem',
      cell: ({ code }) => <Mark tone="bad">{reasons[code]}</Mark>,
    },
    { title: 'Ticket', cell: (clash) => <Ticket clash={clash} /> },
    { title: `First (${zone})`, cell: ({ first }) => <Admission of={first} staff={staff} /> },
    { title: `Again (${zone})`, cell: ({ again }) => <Admission of={again} staff={staff} /> },
  ]
}

function Ticket({ clash: { tier, payment_id } }: { clash: Clash }) {
  if (payment_id === null) return <>Not one of our tickets</>
  return (
    <Anchor component={Link} href={`/payments/${payment_id}`} size="sm">
      {tier?.name ?? 'Another festival’s'}
    </Anchor>
  )
}

type Admitted = { of: Clash['first']; staff: GateStaff[] }

function Admission({ of, staff }: Admitted) {
  if (of === null) return <>–</>
  const person = staff.find(({ id }) => id === of.by)
  const by = person ? `${person.firstName} ${person.lastName}` : 'Staff, by hand'
  return (
    <>
      {of.gate ?? by}
      <br />
      <When time={of.at} />
    </>
  )
}
