import { Avatar, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { GateStaff } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { Shown } from '../../components/states.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

/** The people who may admit with an account of their own. */
export function Staff({ festivalId }: { festivalId: string }) {
  const found = useQuery({
    queryKey: ['festival', festivalId, 'gate-staff'],
    queryFn: ({ signal }) => festival.gate.staff(festivalId, { signal }),
  })
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        People
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        They admit with their own account, in any app of yours. A device needs none.
      </Text>
      <Shown
        query={found}
        empty={
          <Text size="sm" c="dimmed">
            Nobody yet. Whoever manages the organizer may admit anyway.
          </Text>
        }
      >
        {(staff) => (
          <Stack
            component="ul"
            aria-label="People at the gate"
            gap="sm"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
          >
            {staff.map((person) => (
              <Person key={person.id} person={person} festivalId={festivalId} />
            ))}
          </Stack>
        )}
      </Shown>
      <AddStaff festivalId={festivalId} />
    </Card>
  )
}

function Person({ person, festivalId }: { person: GateStaff; festivalId: string }) {
  const name = `${person.firstName} ${person.lastName}`
  const remove = useAct(() => festival.gate.removeStaff(festivalId, person.id), {
    refresh: [['festival', festivalId, 'gate-staff']],
    done: `${person.firstName} no longer works at this gate`,
    quiet: true,
  })
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <Group gap="sm" wrap="nowrap">
        <Avatar color="brand" variant="filled" size={36} alt="" aria-hidden />
        <div className="wraps">
          <Text fw={550}>{name}</Text>
          <Text size="sm" c="dimmed">
            {person.email}
          </Text>
        </div>
      </Group>
      <ConfirmButton
        size="xs"
        label="Remove"
        aria-label={`Remove ${name}`}
        title={`Remove ${name} from the gate?`}
        text="From now on they admit nobody here. Whom they have admitted stays admitted. You can add them again."
        confirm="Remove"
        onConfirm={() => remove.mutateAsync()}
      />
    </Group>
  )
}

function AddStaff({ festivalId }: { festivalId: string }) {
  const [email, setEmail] = useState('')
  const add = useAct((address: string) => festival.gate.addStaff(festivalId, { email: address }), {
    refresh: [['festival', festivalId, 'gate-staff']],
    done: ({ firstName }) => `${firstName} may admit now`,
    onDone: () => setEmail(''),
    quiet: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() !== '') add.mutate(email.trim())
  }
  const refusal =
    add.error?.message === 'email is not that of a user'
      ? 'Nobody has an account with this e-mail. Ask them to sign up first.'
      : add.error?.message
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" mt="lg" gap="xs">
        <TextInput
          label="Add somebody by e-mail"
          type="email"
          autoComplete="off"
          maxLength={254}
          flex="1 1 200px"
          value={email}
          error={refusal}
          onChange={({ currentTarget }) => {
            add.reset()
            setEmail(currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" loading={add.isPending} mt={25}>
          Add
        </Button>
      </Group>
    </form>
  )
}
