import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'wouter'
import { signIn } from '../session.ts'
import { EntranceCard } from './card.tsx'

/** Signs in with an e-mail and a password. */
export function SignIn() {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail'),
      password: isNotEmpty('Enter your password'),
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
    <EntranceCard
      title="Festival console"
      text="Sign in to run your festivals"
      failure={failure ? { title: 'You are not signed in', text: failure } : undefined}
      onSubmit={submit}
    >
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
      <Anchor component={Link} href="/forgot-password" size="sm">
        Forgot your password?
      </Anchor>
    </EntranceCard>
  )
}

function inWords(error: unknown): string {
  const sentence = error instanceof Error ? error.message : `${error}`
  if (sentence === 'Invalid credentials') return 'The e-mail or the password is wrong.'
  if (sentence === 'Failed to fetch') return 'The service does not answer. Try again in a moment.'
  return sentence
}
