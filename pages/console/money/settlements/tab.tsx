import { Button, Group, Stack } from '@mantine/core'
import { useLocation, useRoute } from 'wouter'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty } from '../../components/states.tsx'
import { SettlementList } from './list.tsx'
import { NewSettlement } from './new.tsx'
import { EditTerms } from './terms.tsx'

/** Monthly statements of the operator's debts to organizers (contract, section 10.12). */
export function SettlementsTab() {
  const [, go] = useLocation()
  const [, params] = useRoute('/money/settlements/:id')
  const address = useAddress()
  const terms = address.get('terms')
  const open = (id: string) => go(`/money/settlements${id && `/${id}`}`)
  const closeTerms = () => address.replace({ terms: undefined })
  const close = () => address.replace({ new: undefined })
  return (
    <Stack>
      <Group justify="flex-end">
        <Button onClick={() => address.set({ new: 'yes' })}>Settle a month</Button>
      </Group>
      <SettlementList
        opened={params?.id ?? ''}
        onOpen={open}
        empty={
          <Empty
            title="Nothing settled yet"
            text="Once a month is over, settle it with each organizer you sell for: sales, refunds, your commission, and what you owe."
          />
        }
      />
      <SideDrawer opened={address.get('new') !== ''} onClose={close} title="Settle a month">
        <NewSettlement
          onClose={close}
          onMade={({ id }) => open(id)}
          onTerms={(organizer) => address.set({ terms: organizer })}
        />
      </SideDrawer>
      <SideDrawer opened={terms !== ''} onClose={closeTerms} title="What the operator keeps">
        <EditTerms id={terms} onClose={closeTerms} />
      </SideDrawer>
    </Stack>
  )
}
