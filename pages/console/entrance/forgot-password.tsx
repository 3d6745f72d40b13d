import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Link } from 'wouter'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { EntranceCard } from './card.tsx'

/** Asks for the mail that leads to a new password. The answer is the same for every e-mail. */
export function ForgotPassword() {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: isNotEmpty('Enter your e-mail') },
  })
  const act = useAct((email: string) => festival.auth.forgotPassword({ email }), { quiet: true })
  return (
    <EntranceCard
      title="Forgot your password?"
      text="We mail you a link with which you choose a new one."
      failure={act.error ? { title: 'No mail was sent', text: act.error.message } : undefined}
      onSubmit={form.onSubmit(({ email }) => act.mutate(email.trim()))}
    >
      {act.isSuccess ? (
        <Text role="status" className="wraps">
          If {act.variables} has an account, a mail is on its way. Its link works once, for 60
          minutes. Nothing there? Look among unwanted mail, or check the address.
        </Text>
      ) : (
        <>
          <TextInput
            label="E-mail"
            type="text"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={act.isPending} fullWidth>
            Send the link
          </Button>
        </>
      )}
      <Stack gap={4} align="flex-start">
        <Anchor component={Link} href="/reset-password" size="sm">
          Enter the token of the mail instead
        </Anchor>
        <Anchor component={Link} href="/" size="sm">
          Back to signing in
        </Anchor>
      </Stack>
    </EntranceCard>
  )
}
