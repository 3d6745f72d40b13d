import { Anchor, Button, PasswordInput, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { lazy, useState } from 'react'
import { Link } from 'wouter'
import { canUsePasskeys, signByPasskey } from '../../guide/shop/passkey.ts'
import { type Credentials, FactorNeeded, signIn, signInByPasskey, useDoor } from '../session.ts'
import { EntranceCard } from './card.tsx'

/** Loaded on demand. */
const SecondFactor = lazy(async () => ({
  default: (await import('./second-factor.tsx')).SecondFactor,
}))

/** Signs in with an e-mail and a password, and a second factor if required; or with a passkey. */
export function SignIn() {
  const [needed, setNeeded] = useState<{ given: Credentials; enrolled: boolean }>()
  if (needed) return <SecondFactor {...needed} onBack={() => setNeeded(undefined)} />
  return <FirstFactor onNeeded={(given, enrolled) => setNeeded({ given, enrolled })} />
}

/** Tries to sign in; shows a refusal, and asks for a missing second factor. */
function useAttempt(onNeeded: (enrolled: boolean) => void) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (enter: () => Promise<void>) => {
    setBusy(true)
    setFailure(undefined)
    try {
      await enter()
    } catch (error) {
      if (error instanceof FactorNeeded) return onNeeded(error.enrolled)
      setFailure(inWords(error))
      setBusy(false)
    }
  }
  return { failure, busy, attempt }
}

type Props = { onNeeded: (given: Credentials, enrolled: boolean) => void }

function FirstFactor({ onNeeded }: Props) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail'),
      password: isNotEmpty('Enter your password'),
    },
  })
  const given = () => ({ email: form.values.email.trim(), password: form.values.password })
  const door = useDoor()
  const { failure, busy, attempt } = useAttempt((enrolled) => onNeeded(given(), enrolled))
  return (
    <EntranceCard
      title="Festival console"
      text="Sign in to run your festivals"
      failure={failure ? { title: 'You are not signed in', text: failure } : undefined}
      onSubmit={form.onSubmit(() => void attempt(() => signIn(given())))}
    >
      <TextInput
        label="E-mail"
        type="text"
        inputMode="email"
        autoCapitalize="none"
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
      {canUsePasskeys() && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void attempt(() => signInByPasskey(signByPasskey))}
          fullWidth
        >
          Use a passkey
        </Button>
      )}
      {door && (
        <Button
          component="a"
          href={`/console/provider?next=${location.pathname}`}
          variant="default"
          fullWidth
        >
          Sign in with {door.name}
        </Button>
      )}
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
