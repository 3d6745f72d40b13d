import { Anchor, Group, List, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useAddress } from '../../components/address.ts'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { SecretOnce } from '../../components/secret-once.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'
import { QrCode } from './qr.tsx'

type Made = { name: string; link: string }

/** Creates a device, and shows once the code that sets up a phone as this device. */
export function NewDevice({ festival: one }: Pick<TabProps, 'festival'>) {
  const address = useAddress()
  const [made, setMade] = useState<Made>()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name' : null) },
  })
  const act = useAct((name: string) => festival.gate.addDevice(one.id, { name }), {
    refresh: [['festival', one.id, 'gate-devices']],
    quiet: true,
    onDone: ({ name, token }) => {
      setMade({ name, link: `${location.origin}/gate#${token}` })
      form.reset()
      address.replace({ new: undefined })
    },
  })
  return (
    <>
      <FormDrawer
        opened={address.get('new') === 'device'}
        onClose={() => address.replace({ new: undefined })}
        title="New gate device"
        onSubmit={form.onSubmit(({ name }) => act.mutate(name.trim()))}
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
      </FormDrawer>
      <SecretOnce
        title={made ? `Set up ${made.name}` : ''}
        secret={made?.link}
        text="The phone that opens the code or the link becomes this device. Use it for one phone only."
        onDone={() => setMade(undefined)}
      >
        {made && <HowTo {...made} />}
      </SecretOnce>
    </>
  )
}

function HowTo({ name, link }: Made) {
  return (
    <Group align="flex-start" gap="lg">
      <div style={{ flex: '0 1 240px' }}>
        <QrCode text={link} label={`QR code that sets up ${name}`} />
      </div>
      <div style={{ flex: '1 1 220px' }}>
        <List type="ordered" size="sm" spacing="xs">
          <List.Item>Scan the code with the phone’s camera, or open the link on it.</List.Item>
          <List.Item>Press “Start scanning” and let it use the camera.</List.Item>
          <List.Item>
            Add the page to its home screen. It works without a network from then on.
          </List.Item>
        </List>
        {!isSecureContext && (
          <Text size="sm" mt="sm">
            Cameras need HTTPS: this address begins with http://, so the phone will not scan here.
          </Text>
        )}
        <Anchor href={link} target="_blank" rel="noreferrer" size="sm" mt="sm" display="block">
          Use this browser instead
        </Anchor>
      </div>
    </Group>
  )
}
