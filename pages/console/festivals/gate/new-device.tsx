import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { mainZone } from '#common/gate/admission'
import { useAddress } from '../../components/address.ts'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { SetUpDevice } from '../../components/secrets/set-up-device.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'
import { useDevices } from './use-devices.ts'
import { useGateZones } from './use-gate-zones.ts'

type CreatedDevice = { id: string; name: string; link: string }

/** Creates a device, and shows, only once, the code that sets up a phone as this device. */
export function NewDevice({ festival: one }: Pick<TabProps, 'festival'>) {
  const address = useAddress()
  const [made, setMade] = useState<CreatedDevice>()
  const zones = useGateZones(one.id)
  const form = useForm({
    initialValues: { name: '', zone: mainZone },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name' : null) },
  })
  const act = useAct(
    (device: { name: string; zone: string }) => festival.gate.addDevice(one.id, device),
    {
      refresh: [['festival', one.id, 'gate-devices']],
      quiet: true,
      onDone: ({ id, name, token }) => {
        setMade({ id, name, link: `${location.origin}/gate#${token}` })
        form.reset()
        address.replace({ new: undefined })
      },
    },
  )
  return (
    <>
      <FormDrawer
        opened={address.get('new') === 'device'}
        onClose={() => address.replace({ new: undefined })}
        title="New gate device"
        onSubmit={form.onSubmit(({ name, zone }) => act.mutate({ name: name.trim(), zone }))}
        act={act}
        submit="Create gate device"
      >
        <TextInput
          label="Name"
          description="Where it is used: scans and clashes show this name"
          placeholder="North gate 1"
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Zone"
          description="The part of the festival that its gate leads into"
          data={zones.data?.map(({ name }) => name) ?? [mainZone]}
          {...form.getInputProps('zone')}
        />
      </FormDrawer>
      <SetUp festivalId={one.id} made={made} onDone={() => setMade(undefined)} />
    </>
  )
}

type SetUpProps = { festivalId: string; made: CreatedDevice | undefined; onDone: () => void }

function SetUp({ festivalId, made, onDone }: SetUpProps) {
  const devices = useDevices(festivalId, made ? 2_000 : 10_000)
  const device = devices.data?.find(({ id }) => id === made?.id)
  return (
    <SetUpDevice
      made={made}
      text="The phone that opens the code or the link becomes this device. Use it for one phone only."
      steps={[
        'Scan the code with the phone’s camera, or open the link on it.',
        'Press “Start scanning” and let it use the camera.',
        'Add the page to its home screen. It works without a network from then on.',
      ]}
      withoutHttps="Cameras need HTTPS: this address begins with http://, so the phone will not scan here."
      isSetUp={Boolean(device?.last_seen_at)}
      onDone={onDone}
    />
  )
}
