import { Button, Stack } from '@mantine/core'
import { useAddress } from '../../components/address.ts'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import type { TabProps } from '../tab-props.ts'
import { QueueForm } from './form.tsx'
import { Rehearsal } from './rehearsal.tsx'
import { Served } from './served.tsx'
import { QueueState } from './state.tsx'
import { useQueue } from './use-queue.ts'

/** The waiting room of a festival's sale: its set-up, its progress, and its turns. */
export function QueueTab({ festival: one }: TabProps) {
  const address = useAddress()
  const found = useQueue(one.id)
  const queue = found.data ?? null
  const close = () => address.replace({ change: undefined })
  const isChangeable = found.data !== undefined && !queue?.draw
  const isOpened = address.get('change') === 'queue' && isChangeable
  return (
    <Stack gap="lg">
      <Shown query={found}>
        {(known) =>
          known === null ? (
            <None hasTickets={one.tickets.length > 0} />
          ) : (
            <>
              <QueueState festival={one} queue={known} />
              {known.status === 'serving' && <Served queue={known} />}
              <Rehearsal festival={one} queue={known} />
            </>
          )
        }
      </Shown>
      <SideDrawer
        opened={isOpened}
        onClose={close}
        title={queue ? 'Change the waiting room' : 'Sell by a waiting room'}
      >
        {isOpened && <QueueForm key={queue?.id} festival={one} queue={queue} onClose={close} />}
      </SideDrawer>
    </Stack>
  )
}

function None({ hasTickets }: { hasTickets: boolean }) {
  const address = useAddress()
  return (
    <Empty
      title="No waiting room"
      text={
        hasTickets
          ? 'When more people want tickets than there are, a draw decides instead of the fastest connection: people take a number, all numbers are put into a random order, and those in front buy first. Everyone can check afterwards that no one was moved.'
          : 'A waiting room sells tickets by a draw instead of to the fastest connection. Add a tier under Tickets first.'
      }
      action={
        hasTickets && (
          <Button onClick={() => address.set({ change: 'queue' })}>Sell by a waiting room</Button>
        )
      }
    />
  )
}
