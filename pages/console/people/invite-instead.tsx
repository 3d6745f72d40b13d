import { Button, Stack, Text } from '@mantine/core'
import type { Account, InviteToRightBody } from '../../../client/src/index.ts'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

type Props = { person: Account; right: InviteToRightBody['right'] }

/** An unconfirmed e-mail may be another person's, so its owner is invited and accepts by mail. */
export function InviteInstead({ person: { email }, right }: Props) {
  const act = useAct((to: string) => festival.invitations.inviteToRight({ email: to, right }), {
    done: (_, to) => `${to} is invited`,
    refresh: [['right-invitations']],
  })
  if (email === null) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        Their e-mail is not confirmed. They get rights only when they accept by mail.
      </Text>
      <Button variant="default" loading={act.isPending} onClick={() => act.mutate(email)}>
        Invite by mail
      </Button>
    </Stack>
  )
}
