import { Avatar, Code, Drawer, Group, Stack, Tabs, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Account, FestivalError, type PersonRecord } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import { CopyIconButton } from '../components/copy.tsx'
import { Mark } from '../components/mark.tsx'
import { Part } from '../components/part.tsx'
import { Ago } from '../components/relative.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { When } from '../components/tables/figures.tsx'
import { useRights } from '../rights.ts'
import { festival, useSession } from '../session.ts'
import { parts } from './parts.tsx'
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

/** One person, beside the list: their rights first, and the rest of their record. */
export function PersonDrawer({ id, known, onClose }: Props) {
  const query = useQuery({
    queryKey: ['people', 'record', id],
    queryFn: ({ signal }) => festival.users.record(id, { signal }),
  })
  const account = known ?? query.data?.account
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={account ? nameOf(account) : 'Person'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {account ? (
        <Stack gap="lg">
          <Identity person={account} />
          <Parts person={account} query={query} />
        </Stack>
      ) : isUnknown(query.error) ? (
        <Empty title="Account not found" text="It may have been deleted." />
      ) : (
        <Shown query={query}>{() => null}</Shown>
      )}
    </Drawer>
  )
}

const isUnknown = (error: Error | null) =>
  error instanceof FestivalError && [400, 404].includes(error.status)

type Read = { person: Account; query: UseQueryResult<PersonRecord> }

/** The parts of a person's record; the part shown is in the address. */
function Parts({ person, query }: Read) {
  const address = useAddress()
  const { isAdmin } = useRights()
  const shown = parts.filter(({ forAdmins }) => isAdmin || !forAdmins)
  const here = shown.find(({ name }) => name === address.get('part'))?.name ?? 'rights'
  return (
    <Tabs
      value={here}
      onChange={(name) => address.replace({ part: name === 'rights' ? undefined : (name ?? '') })}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List aria-label={`About ${nameOf(person)}`} mb="lg">
        <Tabs.Tab value="rights">Rights</Tabs.Tab>
        {shown.map(({ name, label }) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="rights">
        <Rights person={person} />
      </Tabs.Panel>
      {shown.map(({ name, part: OnePart }) => (
        <Tabs.Panel key={name} value={name}>
          <Shown query={query}>{(record) => <OnePart record={record} />}</Shown>
          <Text size="sm" c="dimmed" mt="lg">
            Times are UTC.
          </Text>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Rights({ person }: { person: Account }) {
  const { isAdmin: mayGive } = useRights()
  const isMyself = useSession()?.me.id === person.id
  return (
    <Stack gap="lg">
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
