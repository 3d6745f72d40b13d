import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import type { Accommodation } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Mark } from '../../components/mark.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros, When } from '../../components/tables/figures.tsx'
import { Thumbnail } from '../../components/thumbnail.tsx'
import { festival } from '../../session.ts'
import { wholeOfFestival } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'
import { AccommodationForm } from './form.tsx'

const columns: [Column<Accommodation>, ...Column<Accommodation>[]] = [
  {
    title: 'Name',
    cell: ({ name, photo, hidden }) => (
      <Thumbnail photo={photo} name={name}>
        {name} {hidden && <Mark>Hidden</Mark>}
      </Thumbnail>
    ),
  },
  { title: 'Type', cell: ({ type }) => type ?? '–' },
  { title: 'Sleeps', align: 'right', cell: ({ capacity }) => capacity ?? '–' },
  {
    title: 'Price',
    align: 'right',
    cell: ({ price }) => (price === 0 ? 'Free' : inEuros(price)),
  },
  { title: 'Taken', cell: (one) => <Taken of={one} /> },
  { title: 'Check-in', cell: ({ check_in_at }) => <When time={check_in_at} /> },
  { title: 'Check-out', cell: ({ check_out_at }) => <When time={check_out_at} /> },
]

function Taken({ of: { quantity, remaining } }: { of: Accommodation }) {
  const taken = quantity - remaining
  return (
    <Stack gap={4} miw={120}>
      <Text size="sm">
        {taken.toLocaleString('en')} of {quantity.toLocaleString('en')}
      </Text>
      <Progress size="sm" value={quantity === 0 ? 0 : (taken / quantity) * 100} aria-hidden />
    </Stack>
  )
}

/** The accommodations of a festival, with the number taken of each. */
export function AccommodationsTab({ festival: one }: TabProps) {
  const address = useAddress()
  const found = useQuery({
    queryKey: ['festival', one.id, 'accommodations'],
    queryFn: ({ signal }) =>
      festival.accommodations.list({ festival: one.id, ...wholeOfFestival }, { signal }),
    refetchInterval: 10_000,
  })
  const open = found.data?.find(({ id }) => id === address.get('accommodation'))
  const close = () => address.replace({ new: undefined, accommodation: undefined })
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'yes' })}>
      New accommodation
    </Button>
  )
  return (
    <>
      <Shown
        query={found}
        empty={
          <Empty
            title="No accommodations yet"
            text="Offer tents, cabins, hotel rooms or pitches for camper vans: each with a price, a quantity, and its check-in and check-out."
            action={create}
          />
        }
      >
        {(list) => (
          <Stack>
            <Group justify="space-between">
              <Title order={2} size="h4">
                Places to sleep
              </Title>
              {create}
            </Group>
            <DataTable
              label="Accommodations"
              rows={list}
              keyOf={({ id }) => id}
              columns={columns}
              onOpen={({ id }) => address.set({ accommodation: id })}
            />
          </Stack>
        )}
      </Shown>
      <SideDrawer
        opened={address.get('new') !== '' || open !== undefined}
        onClose={close}
        title={open ? `Edit ${open.name}` : 'New accommodation'}
      >
        <AccommodationForm
          key={open?.id ?? 'new'}
          festivalId={one.id}
          accommodation={open}
          onClose={close}
        />
      </SideDrawer>
    </>
  )
}
