import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { CodeField } from '../components/fields/code-field.tsx'
import { useAct } from '../queries.ts'
import { acceptAtDoor, FactorNeeded, festival, refreshMe, useSession } from '../session.ts'
import { EntranceCard } from './card.tsx'

const empty = { firstName: '', lastName: '', password: '', second_factor: '' }

type Props = {
  token: string
  /** continues to the console, or to sign-in */
  onLeave: () => void
}

/** The page behind an invitation link: accepted by the signed-in user, or with names and a password. */
export function InvitationPage({ token, onLeave }: Props) {
  const me = useSession()?.me
  const [isDone, setDone] = useState(false)
  const form = useForm({ initialValues: empty })
  const act = useAct(
    async (values: typeof empty) => {
      const given = Object.entries(values).flatMap(([name, value]) =>
        // A last name may be empty.
        value.trim() === '' && (name !== 'lastName' || values.firstName === '')
          ? []
          : [[name, value.trim() === '' ? '' : value]],
      )
      if (me) await festival.invitations.accept({ token })
      else await acceptAtDoor({ token, ...Object.fromEntries(given) })
    },
    {
      quiet: true,
      onDone: () => {
        setDone(true)
        if (me) void refreshMe()
      },
    },
  )
  return (
    <EntranceCard
      title={isDone ? 'Accepted' : 'You are invited'}
      failure={act.error ? { title: 'Could not accept', text: act.error.message } : undefined}
      onSubmit={form.onSubmit((values) => act.mutate(values))}
    >
      {!isDone && (me ? <AsWho email={me.email} /> : <Newcomer form={form} />)}
      {!isDone && act.error instanceof FactorNeeded && (
        <CodeField
          value={form.values.second_factor}
          onChange={(code) => form.setFieldValue('second_factor', code)}
        />
      )}
      {isDone ? (
        <Button onClick={onLeave}>{me ? 'Continue' : 'Sign in'}</Button>
      ) : (
        <Group>
          <Button type="submit" loading={act.isPending}>
            Accept
          </Button>
          <Button variant="default" onClick={onLeave}>
            Not now
          </Button>
        </Group>
      )}
    </EntranceCard>
  )
}

function AsWho({ email }: { email: string | null }) {
  return (
    <Text className="wraps">
      You are signed in as {email}. Accepting signs you out everywhere else.
    </Text>
  )
}

function Newcomer({ form }: { form: ReturnType<typeof useForm<typeof empty>> }) {
  return (
    <>
      <Text>
        If you have an account with this e-mail and it is confirmed, leave these empty. Otherwise
        they are saved for your account.
      </Text>
      <TextInput
        label="First name"
        autoComplete="given-name"
        maxLength={100}
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label="Last name"
        autoComplete="family-name"
        maxLength={100}
        {...form.getInputProps('lastName')}
      />
      <PasswordInput
        label="New password"
        description="At least 8 characters"
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </>
  )
}
