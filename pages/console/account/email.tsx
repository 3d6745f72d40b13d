import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { User } from '../../../client/src/index.ts'
import { useAct } from '../queries.ts'
import { takeSecret } from '../secret-link.ts'
import { festival, refreshMe } from '../session.ts'

/** Shows whether the user's e-mail is confirmed; the link in the mail, `#confirm=…`, confirms it here. */
export function EmailState({ me }: { me: Pick<User, 'id' | 'email' | 'email_proven_at'> }) {
  const confirm = useAct((token: string) => festival.auth.confirmEmail({ token }), {
    done: 'Your e-mail is confirmed',
    onDone: () => void refreshMe(),
    quiet: true,
  })
  const { mutate } = confirm
  useEffect(() => {
    const token = takeSecret('confirm')
    if (token) mutate(token)
  }, [mutate])
  const again = useAct(() => festival.users.mailConfirmation(me.id), {
    done: 'A confirmation e-mail is on its way',
  })
  if (me.email_proven_at) return <Text size="sm">{me.email} is confirmed.</Text>
  return (
    <Stack>
      {confirm.error && (
        <Alert color="red" role="alert" title="Your e-mail is not confirmed">
          {confirm.error.message}
        </Alert>
      )}
      <Text size="sm" className="wraps">
        {me.email} is not confirmed. Open the link in the mail we sent you: until then you are given
        no rights, and those of staff that you have rest.
      </Text>
      <Group>
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          Send again
        </Button>
      </Group>
    </Stack>
  )
}
