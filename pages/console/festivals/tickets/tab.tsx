import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import type { Tier } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty } from '../../components/states.tsx'
import type { TabProps } from '../tab-props.ts'
import { useOffered } from '../use-offered.ts'
import { Archived } from './archived.tsx'
import { TierForm } from './form.tsx'
import { GivingBack } from './giving-back.tsx'
import { soldOf, useAvailability } from './stock.ts'
import { TierTable } from './table.tsx'
import { TransferTime } from './transfer-time.tsx'
import { WaitingList } from './waiting.tsx'

/** The tiers of a festival, with live availability. */
export function TicketsTab({ festival: one, refresh }: TabProps) {
  const address = useAddress()
  const stock = useAvailability(one.id)
  const books = useOffered(one.id)
  const open = one.tickets.find(({ id }) => id === address.get('tier'))
  const close = () => address.replace({ new: undefined, tier: undefined })
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'yes' })}>
      New tier
    </Button>
  )
  return (
    <Stack gap="lg">
      {one.tickets.length === 0 ? (
        <Empty
          title="No tickets yet"
          text="A tier is one kind of ticket: a weekend, a day, an early bird. It has a price, a quantity and a sale period."
          action={create}
        />
      ) : (
        <Stack>
          <Group justify="space-between">
            <div>
              <Title order={2} size="h4">
                Tiers
              </Title>
              <Totals tickets={one.tickets} stock={stock} />
            </div>
            {create}
          </Group>
          <TierTable
            festival={one}
            stock={stock}
            refresh={refresh}
            onOpen={(tier) => address.set({ tier: tier.id })}
          />
        </Stack>
      )}
      <WaitingList festivalId={one.id} />
      <GivingBack festival={one} refresh={refresh} />
      <TransferTime festival={one} refresh={refresh} />
      <Archived
        festival={one}
        tiers={books.data?.tiers.filter(({ archived }) => archived) ?? []}
        refresh={refresh}
      />
      <SideDrawer
        opened={address.get('new') !== '' || open !== undefined}
        onClose={close}
        title={open ? `Edit ${open.name}` : 'New tier'}
      >
        <TierForm
          key={open?.id ?? 'new'}
          festival={one}
          tier={open}
          stock={stock.get(open?.id ?? '')}
          onClose={close}
          refresh={refresh}
        />
      </SideDrawer>
    </Stack>
  )
}

type Stock = ReturnType<typeof useAvailability>

function Totals({ tickets, stock }: { tickets: Tier[]; stock: Stock }) {
  if (stock.size === 0) return null
  const sum = (count: (tier: Tier) => number) => tickets.reduce((all, tier) => all + count(tier), 0)
  const figures = [
    `${sum((tier) => soldOf(tier, stock.get(tier.id))).toLocaleString('en')} sold`,
    `${sum(({ id }) => stock.get(id)?.held ?? 0).toLocaleString('en')} being paid for`,
    `${sum(({ id }) => stock.get(id)?.remaining ?? 0).toLocaleString('en')} left`,
  ]
  return (
    <Text c="dimmed" className="numbers" aria-label="Total" role="status">
      {figures.join(' · ')}
    </Text>
  )
}
