import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { hasLength, isNotEmpty, useForm } from '@mantine/form'
import { Link } from 'wouter'
import type { ResetPasswordBody } from '../../../client/src/index.ts'
import { useAct } from '../queries.ts'
import { FactorNeeded, festival, signIn } from '../session.ts'
import { EntranceCard } from './card.tsx'
import { SecondFactor } from './second-factor.tsx'

type Props = {
  /** the token and e-mail in the link of the mail; without a link they are entered by hand */
  link?: { token: string; email: string } | undefined
  /** continues to the console, or to sign-in */
  onLeave: () => void
}

/** Chooses a new password with the token of the mail, and signs in with it. */
export function ResetPassword({ link, onLeave }: Props) {
  const form = useForm({
    initialValues: { email: link?.email ?? '', token: link?.token ?? '', newPassword: '' },
    validate: {
      email: isNotEmpty('Enter your e-mail'),
      token: isNotEmpty('Enter the token of the mail'),
      newPassword: hasLength({ min: 8, max: 200 }, 'Between 8 and 200 characters'),
    },
  })
  const act = useAct(
    async (body: ResetPasswordBody) => {
      await festival.auth.resetPassword(body)
      const given = { email: body.email, password: body.newPassword }
      try {
        await signIn(given)
      } catch (error) {
        if (!(error instanceof FactorNeeded)) throw error
        return { given, enrolled: error.enrolled }
      }
      return undefined
    },
    { quiet: true, onDone: (needed) => !needed && onLeave() },
  )
  const submit = form.onSubmit(({ email, token, newPassword }) =>
    act.mutate({ email: email.trim(), token: token.trim(), newPassword }),
  )
  if (act.data) return <SecondFactor {...act.data} onBack={onLeave} onDone={onLeave} />
  return (
    <EntranceCard
      title="Choose a new password"
      text="It signs you out everywhere else, and in here."
      failure={act.error ? { title: 'You are not signed in', text: act.error.message } : undefined}
      onSubmit={submit}
    >
      <TextInput
        label="E-mail"
        type="text"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="username"
        readOnly={link !== undefined && link.email !== ''}
        {...form.getInputProps('email')}
      />
      {link === undefined && (
        <TextInput
          label="Token of the mail"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('token')}
        />
      )}
      <PasswordInput
        label="New password"
        description="At least 8 characters; a sentence is easy to keep in mind"
        autoComplete="new-password"
        autoFocus={link !== undefined}
        {...form.getInputProps('newPassword')}
      />
      <Button type="submit" loading={act.isPending} fullWidth>
        Set the password and sign in
      </Button>
      <Stack gap={4} align="flex-start">
        <Anchor component={Link} href="/forgot-password" size="sm" onClick={onLeave}>
          Send another link
        </Anchor>
        <Anchor component={Link} href="/" size="sm" onClick={onLeave}>
          Back to signing in
        </Anchor>
      </Stack>
    </EntranceCard>
  )
}
