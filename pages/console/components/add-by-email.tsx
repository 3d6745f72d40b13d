import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAct } from '../queries.ts'

type Props<Added> = {
  label: string
  add: (email: string) => Promise<Added>
  /** the queries that show one more then */
  refresh: readonly string[][]
  done: string | ((added: Added) => string)
}

/** Gives somebody with an account a part in something, by their e-mail. */
export function AddByEmail<Added>({ label, add, refresh, done }: Props<Added>) {
  const [email, setEmail] = useState('')
  const act = useAct(add, { refresh, done, onDone: () => setEmail(''), quiet: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '') act.mutate(email.trim())
  }
  const refusal =
    act.error?.message === 'email is not that of a user'
      ? 'Nobody has an account with this e-mail. Ask them to sign up first.'
      : act.error?.message
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" mt="lg" gap="xs">
        <TextInput
          label={label}
          type="email"
          autoComplete="off"
          maxLength={254}
          flex="1 1 200px"
          value={email}
          error={refusal}
          onChange={({ currentTarget }) => {
            act.reset()
            setEmail(currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" loading={act.isPending} mt={25}>
          Add
        </Button>
      </Group>
    </form>
  )
}
