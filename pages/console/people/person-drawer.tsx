import { Avatar, Code, Divider, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '../../../client/src/index.ts'
import { CopyIconButton } from '../components/copy.tsx'
import { When } from '../components/figures.tsx'
import { Mark } from '../components/mark.tsx'
import { Ago } from '../components/relative.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { useRights } from '../rights.ts'
import { festival, useSession } from '../session.ts'
import { Permissions } from './permissions.tsx'
import { AdminRole } from './roles.tsx'
import { Suspension } from './suspension.tsx'
import { nameOf, notable, roleOf } from './words.ts'

type Props = {
  id: string
  /** the account as the list has it */
  known: Account | undefined
  onClose: () => void
}

/** One person, beside the list; a person who is not in it is looked up by id. */
export function PersonDrawer({ id, known, onClose }: Props) {
  const query = useQuery({
    queryKey: ['people', { id }],
    queryFn: async ({ signal }) => {
      const { users } = await festival.users.accounts({ q: id, limit: 1 }, { signal })
      return users.find((user) => user.id === id) ?? null
    },
    enabled: known === undefined,
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={known ? nameOf(known) : 'Person'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {known ? (
        <Person person={known} />
      ) : (
        <Shown query={query}>
          {(person) =>
            person ? (
              <Person person={person} />
            ) : (
              <Empty title="Account not found" text="It may have been deleted." />
            )
          }
        </Shown>
      )}
    </Drawer>
  )
}

function Person({ person }: { person: Account }) {
  const { isAdmin: mayGive } = useRights()
  const isMyself = useSession()?.me.id === person.id
  return (
    <Stack gap="lg">
      <Identity person={person} />
      <Part title="Permissions">
        <Permissions person={person} mayGive={mayGive} />
      </Part>
      <Part title="Administrator">
        <AdminRole person={person} mayGive={mayGive} isMyself={isMyself} />
      </Part>
      <Part title="Suspension">
        <Suspension person={person} mayAct={!isMyself} />
      </Part>
    </Stack>
  )
}

function Identity({ person }: { person: Account }) {
  return (
    <Group align="flex-start" wrap="nowrap">
      <Avatar aria-hidden src={person.photo} size="lg" alt="" name={nameOf(person)} color="brand" />
      <Stack gap={4} className="wraps">
        <Text fw={600}>{nameOf(person)}</Text>
        <Text size="sm">{person.email ?? 'E-mail hidden'}</Text>
        <Group gap={4}>
          {!person.email_proven_at && <Mark tone="warn">e-mail not confirmed</Mark>}
          {person.suspended && <Mark tone="bad">suspended</Mark>}
          {notable(person).map((role) => (
            <Mark key={role}>{`${roleOf(role).title}: ${roleOf(role).why}`}</Mark>
          ))}
        </Group>
        <Group gap={2} wrap="nowrap">
          <Code className="wraps">{person.id}</Code>
          <CopyIconButton value={person.id} label="Copy the user id" />
        </Group>
        <Text size="sm" c="dimmed">
          Since <When time={person.created_at} date /> · last sign-in{' '}
          <Ago time={person.last_sign_in_at} />
        </Text>
      </Stack>
    </Group>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Divider mb="md" />
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
