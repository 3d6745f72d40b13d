import { Button, Card, Code, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Client, ClientWithSecret } from '../../../client/src/index.ts'
import { Ago, useNow } from '../components/relative.tsx'
import { Rotate } from '../components/secrets/rotate.tsx'
import { When } from '../components/tables/figures.tsx'
import { festival } from '../session.ts'
import { endInWords } from './words.ts'

type Props = { client: Client; onMade: (client: ClientWithSecret) => void }

/** The active secrets, by their last four characters, and a button to replace them. */
export function Secrets({ client, onMade }: Props) {
  const [isRotating, { open, close }] = useDisclosure()
  const now = useNow()
  return (
    <Stack gap="sm">
      {client.secrets.length === 0 && (
        <Text size="sm" c="dimmed">
          It has no working secret. Create a new one to use it again.
        </Text>
      )}
      {client.secrets.map((secret) => (
        <Card withBorder p="sm" key={`${secret.last_four} ${secret.created_at}`}>
          <Group justify="space-between" gap="xs">
            <Code>fst_secret_…{secret.last_four}</Code>
            <Text size="sm">{endInWords(secret.ends_at, now)}</Text>
          </Group>
          <Text size="sm" c="dimmed" mt={6}>
            Created <When time={secret.created_at} /> UTC · last used{' '}
            <Ago time={secret.last_used_at} />
          </Text>
        </Card>
      ))}
      <Group>
        <Button variant="default" onClick={open}>
          Replace the secret
        </Button>
      </Group>
      {isRotating && (
        <Rotate
          name={client.name}
          hasOld={client.secrets.length > 0}
          ifNow="Applications that use the old secret can no longer sign in."
          note="Existing tokens keep working. If a secret has leaked, suspend the client as well: that ends them all."
          rotate={(overlap) => festival.clients.rotate(client.id, overlap)}
          refresh={[['clients']]}
          onClose={close}
          onMade={(made) => {
            close()
            onMade(made)
          }}
        />
      )}
    </Stack>
  )
}
