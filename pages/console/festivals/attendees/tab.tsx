import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { utc } from '#platform/zones/local-time'
import { FestivalError } from '../../../../client/src/index.ts'
import { useRefreshOn } from '../../activity/live.ts'
import { useAddress } from '../../components/address.ts'
import { Zone } from '../../components/fields/zone.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { ExportMenu } from '../../components/tables/export-menu.tsx'
import { LoadMore } from '../../components/tables/load-more.tsx'
import { PaymentDrawer } from '../../payments/drawer.tsx'
import { festival } from '../../session.ts'
import type { HolderProps } from '../tab-props.ts'
import { useOffered } from '../use-offered.ts'
import { GiftForm } from '../vouchers/gift.tsx'
import { useOnOffer } from '../vouchers/on-offer.ts'
import { Filters } from './filters.tsx'
import { AttendeeTable } from './table.tsx'
import { type Filter, isSearched, searchOf, useAttendees } from './use-attendees.ts'

/** Everyone with a ticket: search and support. */
export function AttendeesTab({ festival: one, holds }: HolderProps) {
  const address = useAddress()
  const onOffer = useOnOffer(one)
  const filter = {
    q: address.get('q'),
    tier: address.get('tier'),
    status: address.get('status'),
    inside: address.get('inside'),
  }
  const open = address.get('payment')
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h4">
            Attendees
          </Title>
          <Text c="dimmed" maw={560}>
            Everyone who has a ticket. Choose a name to send the mail again, to hand the ticket on,
            to see what happened, or to refund it.
          </Text>
        </div>
        <Group>
          <ExportMenu
            verb="Export"
            file={`attendees ${one.name}`}
            read={(form) => festival.sales.attendeesCsv(one.id, { ...searchOf(filter), ...form })}
          />
          {holds('manage') && (
            <Button disabled={onOffer.length === 0} onClick={() => address.set({ new: 'gift' })}>
              Give tickets
            </Button>
          )}
        </Group>
      </Group>
      <Filters filter={filter} offers={useOffers(one.id)} />
      <Found id={one.id} filter={filter} />
      {open !== '' && (
        <Zone value={utc}>
          <PaymentDrawer
            key={open}
            id={open}
            festivalId={one.id}
            onOpen={(id) => address.set({ payment: id })}
            onClose={() => address.set({ payment: undefined })}
          />
        </Zone>
      )}
      <SideDrawer
        opened={address.get('new') === 'gift'}
        onClose={() => address.replace({ new: undefined })}
        title="Give complimentary tickets"
      >
        <GiftForm
          festivalId={one.id}
          onOffer={onOffer}
          onClose={() => address.replace({ new: undefined })}
        />
      </SideDrawer>
    </Stack>
  )
}

function useOffers(id: string) {
  const { tiers = [], accommodations = [] } = useOffered(id).data ?? {}
  return [
    ...tiers.map(({ ticket_id: value, name: label }) => ({ value, label })),
    ...accommodations.map(({ accommodation_id: value, name: label }) => ({ value, label })),
  ]
}

function Found({ id, filter }: { id: string; filter: Filter }) {
  const address = useAddress()
  const query = useAttendees(id, filter)
  // Once more pages are loaded, all of them would be read again each time.
  const isAtTop = query.data?.pages.length === 1
  useRefreshOn(isAtTop ? id : '', 'payments', 'attendees', id)
  if (query.isPending) return <Loading />
  if (query.isError && !query.data) return <NotShown query={query} />
  const attendees = query.data.pages.flatMap((page) => page.attendees)
  if (attendees.length === 0) return <NoAttendees filter={filter} />
  return (
    <Stack>
      <AttendeeTable
        attendees={attendees}
        onOpen={(paymentId) => address.set({ payment: paymentId })}
      />
      <LoadMore query={query} />
    </Stack>
  )
}

type Read = Pick<ReturnType<typeof useAttendees>, 'refetch'> & { error: Error }

function NotShown({ query: { error, refetch } }: { query: Read }) {
  if (error instanceof FestivalError && error.status === 403)
    return (
      <Empty
        title="You cannot see these attendees"
        text="Only managers of its organizer and admins can see who has a ticket."
      />
    )
  return <Failure error={error} retry={() => void refetch()} />
}

function NoAttendees({ filter }: { filter: Filter }) {
  if (filter.q !== '')
    return (
      <Empty
        title="No attendee found"
        text="Enter a part of a name, two letters at least; or in full an e-mail, a short code, or the id of a payment or an order. The other filters apply too."
      />
    )
  if (isSearched(filter))
    return <Empty title="No attendees found" text="Choose another ticket or status." />
  return (
    <Empty title="No attendees yet" text="Everyone who buys or is given a ticket appears here." />
  )
}
