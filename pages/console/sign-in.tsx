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
import { signIn } from './session.ts'

/** The sign-in page: e-mail and password. */
export function SignIn() {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? 'Enter your e-mail' : null),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  })
  const submit = form.onSubmit(async ({ email, password }) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await signIn(email.trim(), password)
    } catch (error) {
      setFailure(inWords(error))
      setBusy(false)
    }
  })
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper
        component="form"
        onSubmit={submit}
        withBorder
        shadow="sm"
        p="xl"
        w="100%"
        maw={400}
        noValidate
      >
        <Stack gap="lg">
          <Group gap="sm">
            <img src={logo} width={36} height={36} alt="" />
            <div>
              <Title order={1} size="h3">
                Festival console
              </Title>
              <Text size="sm" c="dimmed">
                Sign in to run your festivals
              </Text>
            </div>
          </Group>
          {failure && (
            <Alert color="red" role="alert" title="Could not sign in">
              {failure}
            </Alert>
          )}
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={busy} fullWidth>
            Sign in
          </Button>
        </Stack>
      </Paper>
    </Center>
  )
}

function inWords(error: unknown): string {
  const sentence = error instanceof Error ? error.message : `${error}`
  if (sentence === 'Invalid credentials') return 'The e-mail or the password is wrong.'
  if (sentence === 'Failed to fetch') return 'The service does not answer. Try again in a moment.'
  return sentence
}
