import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Client, ClientWithSecret } from '../../../client/src/index.ts'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

const overlaps = [
  { seconds: '0', label: 'Stop now', effect: 'Whatever uses the old secret cannot sign in again.' },
  { seconds: '3600', label: '1 hour', effect: 'For a deployment that is at hand.' },
  { seconds: '86400', label: '24 hours', effect: 'For most: change it today.' },
  { seconds: '604800', label: '7 days', effect: 'For applications that others run.' },
]

type Props = { client: Client; onClose: () => void; onMade: (client: ClientWithSecret) => void }

/** Replaces the secret of a client: the old one lives on for as long as one chooses. */
export function Rotate({ client, onClose, onMade }: Props) {
  const [seconds, setSeconds] = useState('86400')
  const act = useAct(
    () => festival.clients.rotate(client.id, { overlap_seconds: Number(seconds) }),
    { refresh: [['clients']], onDone: onMade, quiet: true },
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={`New secret for ${client.name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack>
        {act.error && (
          <Alert color="red" role="alert" title="There is no new secret">
            {act.error.message}
          </Alert>
        )}
        {client.secrets.length > 0 && (
          <Radio.Group
            label="The old secret keeps working for"
            value={seconds}
            onChange={setSeconds}
          >
            <Stack gap="sm" mt="sm">
              {overlaps.map(({ seconds, label, effect }) => (
                <Radio key={seconds} value={seconds} label={label} description={effect} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Text size="sm" c="dimmed">
          Tokens that were exchanged before go on working. If a secret has leaked, suspend the
          client as well: that ends them all.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={act.isPending} onClick={() => act.mutate()}>
            Make a new secret
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
