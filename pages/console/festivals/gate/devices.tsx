import { Button, Card, Group, Text, Title } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import type { GateDevice } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { useZone } from '../../components/fields/zone.ts'
import { Mark } from '../../components/mark.tsx'
import { Ago, useNow } from '../../components/relative.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inWords } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { festival, useSession } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'
import { NewDevice } from './new-device.tsx'
import { useDevices } from './use-devices.ts'

/** A device that made a request within this many milliseconds is active. */
const recently = 5 * 60_000

/** The scanning phones: set up by a code, shown as active, and removed. */
export function Devices({ festival: one }: Pick<TabProps, 'festival'>) {
  const address = useAddress()
  const found = useDevices(one.id)
  const add = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'device' })}>
      New gate device
    </Button>
  )
  const none = (
    <Empty
      title="No gate devices yet"
      text="Any phone with a camera and a browser can scan: give it a name here, and scan the code that appears. It works without a network, and stores nothing about people."
      action={add}
    />
  )
  return (
    <Card withBorder p="lg">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2} size="h4">
            Gate devices
          </Title>
          <Text c="dimmed" mt={4}>
            Phones that scan at this festival’s gate, and do nothing else.
          </Text>
        </div>
        {found.data !== undefined && found.data.length > 0 && add}
      </Group>
      <Shown query={found} empty={none}>
        {(devices) => (
          <DataTable
            label="Gate devices"
            rows={devices}
            keyOf={({ id }) => id}
            columns={columnsOf(one.id)}
          />
        )}
      </Shown>
      <NewDevice festival={one} />
    </Card>
  )
}

function columnsOf(festivalId: string): [Column<GateDevice>, ...Column<GateDevice>[]] {
  return [
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Zone', cell: ({ zone }) => zone },
    { title: 'Status', cell: (device) => <State device={device} /> },
    { title: 'Added', cell: (device) => <Making device={device} /> },
    {
      title: 'Action',
      align: 'right',
      cell: (device) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <TakeOver device={device} festivalId={festivalId} />
          <Revoke device={device} festivalId={festivalId} />
        </Group>
      ),
    },
  ]
}

/** The device's creation time and author: the device ends with this person's right to manage the gate. */
function Making({ device: { made_by, created_at } }: { device: GateDevice }) {
  const by = made_by && (`${made_by.firstName} ${made_by.lastName}`.trim() || 'an erased account')
  return (
    <>
      <Ago time={created_at} />
      <Text size="xs" c="dimmed">
        {by === null ? 'not recorded who did it' : `by ${by}`}
      </Text>
    </>
  )
}

function State({ device: { expires_at, last_seen_at, needs_manager } }: { device: GateDevice }) {
  const now = useNow()
  if (needs_manager) {
    return (
      <>
        <Mark tone="bad">Needs a manager</Mark>
        <Text size="xs" c="dimmed">
          The person responsible no longer manages this gate
        </Text>
      </>
    )
  }
  if (expires_at === null || Date.parse(expires_at) <= now) {
    return (
      <>
        <Mark tone="bad">Ended</Mark>
        <Text size="xs" c="dimmed">
          Create a new one instead
        </Text>
      </>
    )
  }
  if (last_seen_at === null) return <Mark>Not set up yet</Mark>
  const isThere = now - Date.parse(last_seen_at) < recently
  return (
    <>
      {isThere ? <Mark tone="good">Active</Mark> : <Mark tone="warn">Silent</Mark>}
      <Text size="xs" c="dimmed">
        last seen <Ago time={last_seen_at} />
      </Text>
    </>
  )
}

/** Makes the current user responsible for a device: for every manager except the one already responsible. */
function TakeOver({ device: { id, name, made_by }, festivalId }: Revoked) {
  const me = useSession()?.me.id
  const act = useAct(() => festival.gate.takeOverDevice(festivalId, id), {
    refresh: [['festival', festivalId, 'gate-devices']],
    done: `You are now responsible for ${name}`,
  })
  if (made_by?.id === me) return null
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={`Take over ${name}`}
      loading={act.isPending}
      onClick={() => act.mutate()}
    >
      Take over
    </Button>
  )
}

function Revoke({ device: { id, name, expires_at }, festivalId }: Revoked) {
  const zone = useZone()
  const act = useAct(() => festival.gate.removeDevice(festivalId, id), {
    refresh: [['festival', festivalId, 'gate-devices']],
    done: `${name} is removed`,
    quiet: true,
  })
  return (
    <ConfirmButton
      size="xs"
      variant="subtle"
      label="Remove"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      text={
        <>
          With a network it stops within a second. Without one it keeps admitting until it has one
          again, and scans it has not sent yet are then lost. If you can, let it send them first.
          {expires_at !== null && ` Otherwise it expires on ${inWords(expires_at, true, zone)}.`}
        </>
      }
      confirm="Remove"
      onConfirm={() => act.mutateAsync()}
    />
  )
}

type Revoked = { device: GateDevice; festivalId: string }
