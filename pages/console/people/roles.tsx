import { Stack, Text } from '@mantine/core'
import type { Account } from '../../../client/src/index.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { queries, useAct } from '../queries.ts'
import { festival, refreshMe } from '../session.ts'
import { InviteInstead } from './invite-instead.tsx'
import { isAdmin, nameOf } from './words.ts'

type Props = { person: Account; mayGive: boolean; isMyself: boolean }

/** The admin role, the only one given by hand; giving and removing it asks first. */
export function AdminRole({ person, mayGive, isMyself }: Props) {
  const name = nameOf(person)
  const act = useAct((roles: 'admin'[]) => festival.users.setRoles(person.id, { roles }), {
    quiet: true,
    done: (_, roles) =>
      roles.length > 0 ? `${name} is an admin` : `${name} is no longer an admin`,
    onDone: () => void show(isMyself),
  })
  const holds = isAdmin(person)
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        {holds
          ? 'Admin: can do everything, for all users, and give rights to others.'
          : 'Not an admin. Admins can do everything, for all users, and give rights to others.'}
      </Text>
      {mayGive && !holds && <Giving person={person} onGive={() => act.mutateAsync(['admin'])} />}
      {mayGive && holds && (
        <Taking name={name} isMyself={isMyself} onTake={() => act.mutateAsync([])} />
      )}
    </Stack>
  )
}

function Giving({ person, onGive }: { person: Account; onGive: () => Promise<unknown> }) {
  const name = nameOf(person)
  if (!person.email_proven_at) return <InviteInstead person={person} right="admin" />
  return (
    <ConfirmButton
      color="brand"
      variant="default"
      label="Make an admin"
      title={`Make ${name} an admin?`}
      text={`${name} may then do everything in this service: see all payments and people, refund, cancel festivals, and take rights from you too. They are signed out, and sign in again.`}
      confirm="Make an admin"
      onConfirm={onGive}
    />
  )
}

type TakingProps = { name: string; isMyself: boolean; onTake: () => Promise<unknown> }

function Taking({ name, isMyself, onTake }: TakingProps) {
  return (
    <ConfirmButton
      label={isMyself ? 'Give up being an admin' : 'Remove the role'}
      title={isMyself ? 'Give up your own admin role?' : `Remove the role from ${name}?`}
      text={
        isMyself
          ? 'This is your own account. You lose the admin pages at once and cannot give yourself the role back: another admin has to.'
          : `${name} stays signed in, and from the next request can do only what the permissions above allow.`
      }
      confirm={isMyself ? 'Give up my role' : 'Remove role'}
      onConfirm={onTake}
    />
  )
}

/** Removes from the menu the pages that the user may no longer open. */
async function show(isMyself: boolean) {
  if (isMyself) await refreshMe()
  await queries.invalidateQueries({ queryKey: ['people'] })
}
