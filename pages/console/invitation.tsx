import {
  Alert,
  Button,
  Center,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import logo from '../shared/logo.svg'
import { useAct } from './queries.ts'
import { acceptAtDoor, festival, refreshMe, useSession } from './session.ts'

const empty = { firstName: '', lastName: '', password: '' }

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
      const given = Object.entries(values).filter(([, value]) => value !== '')
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
    <Center component="main" mih="100dvh" p="md">
      <Paper
        component="form"
        onSubmit={form.onSubmit((values) => act.mutate(values))}
        withBorder
        shadow="sm"
        p="xl"
        w="100%"
        maw={440}
        noValidate
      >
        <Stack gap="lg">
          <Group gap="sm">
            <img src={logo} width={36} height={36} alt="" />
            <Title order={1} size="h3">
              {isDone ? 'Accepted' : 'You are invited'}
            </Title>
          </Group>
          {act.error && (
            <Alert color="red" role="alert" title="Could not accept">
              {act.error.message}
            </Alert>
          )}
          {!isDone && (me ? <AsWho email={me.email} /> : <Newcomer form={form} />)}
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
        </Stack>
      </Paper>
    </Center>
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
