import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAct } from '../queries.ts'

type Props = {
  label: string
  invite: (email: string) => Promise<unknown>
  /** the query of the list with the new entry */
  queryKey: string[]
}

/** Invites a person by e-mail. */
export function InviteByEmail({ label, invite, queryKey }: Props) {
  const [email, setEmail] = useState('')
  const act = useAct(invite, {
    refresh: [queryKey],
    done: (_, to) => `${to} is invited. They get the rights when they accept.`,
    onDone: () => setEmail(''),
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '') act.mutate(email.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" mt="lg" gap="xs">
        <TextInput
          label={label}
          type="text"
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          maxLength={254}
          flex="1 1 200px"
          value={email}
          error={act.error?.message}
          onChange={({ currentTarget }) => {
            act.reset()
            setEmail(currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" loading={act.isPending} mt={25}>
          Invite
        </Button>
      </Group>
    </form>
  )
}
