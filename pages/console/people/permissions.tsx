import { Alert, Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '../../../client/src/index.ts'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { isAdmin, nameOf, permissions } from './words.ts'

type Props = { person: Account; mayGive: boolean }

/** The permissions of a person, each with an explanation. */
export function Permissions({ person, mayGive }: Props) {
  const [chosen, setChosen] = useState(person.permissions)
  const given = permissions.map(({ permission }) => permission).filter((id) => chosen.includes(id))
  const isSame = given.toSorted().join() === person.permissions.toSorted().join()
  const act = useAct(() => festival.users.setPermissions(person.id, { permissions: given }), {
    refresh: [['people']],
    done: `${nameOf(person)}: permissions saved`,
    quiet: true,
  })
  return (
    <Stack>
      {act.error && (
        <Alert color="red" role="alert" title="Could not save">
          {act.error.message}
        </Alert>
      )}
      {isAdmin(person) && <Text size="sm">Admins may do all of these anyway.</Text>}
      {!mayGive && (
        <Text size="sm" c="dimmed">
          Only an admin may change permissions.
        </Text>
      )}
      <Checkbox.Group
        aria-label={`Permissions of ${nameOf(person)}`}
        value={chosen}
        onChange={setChosen}
        disabled={!mayGive}
      >
        <Stack gap="sm">
          {permissions.map(({ permission, title, effect }) => (
            <Checkbox
              key={permission}
              value={permission}
              disabled={!mayGive}
              description={effect}
              label={
                <Group gap={8} component="span">
                  <Text component="span" inherit fw={550}>
                    {title}
                  </Text>
                  <Code>{permission}</Code>
                </Group>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {mayGive && (
        <Group>
          <Button loading={act.isPending} disabled={isSame} onClick={() => act.mutate()}>
            Save permissions
          </Button>
          <Text size="sm" c="dimmed">
            Adding a permission signs them out everywhere.
          </Text>
        </Group>
      )}
    </Stack>
  )
}
