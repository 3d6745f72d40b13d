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

/** Names a device, and shows this once the code that makes a telephone this device. */
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
        title="New device"
        onSubmit={form.onSubmit(({ name }) => act.mutate(name.trim()))}
        act={act}
        submit="Make its code"
      >
        <TextInput
          label="Name"
          description="Where it stands: scans and clashes are told by it"
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
        text="The code and the link make whoever opens them this device. Use one telephone for each."
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
          <List.Item>Scan the code with the telephone’s camera, or open the link on it.</List.Item>
          <List.Item>Press “Start scanning” and let it use the camera.</List.Item>
          <List.Item>
            Add the page to its home screen. It works without a network from then on.
          </List.Item>
        </List>
        {!isSecureContext && (
          <Text size="sm" mt="sm">
            Cameras want HTTPS: this address begins with http://, so the telephone will not scan
            here.
          </Text>
        )}
        <Anchor href={link} target="_blank" rel="noreferrer" size="sm" mt="sm" display="block">
          Use this very browser instead
        </Anchor>
      </div>
    </Group>
  )
}
