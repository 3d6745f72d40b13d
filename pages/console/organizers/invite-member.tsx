import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { type Role, roleChoices, roles } from './roles.ts'

const empty = { email: '', role: 'accountant' as Role, may_refund: false }

/** Invites a person to a role, by e-mail. */
export function InviteMember({ organizer }: { organizer: string }) {
  const form = useForm({ initialValues: empty })
  const { role } = form.values
  const act = useAct(
    ({ email, may_refund, ...to }: typeof empty) =>
      festival.organizers.addMember(organizer, {
        ...to,
        email: email.trim(),
        may_refund: to.role === 'accountant' && may_refund,
      }),
    {
      refresh: [['invitations', 'organizer', organizer]],
      done: (_, { email }) => `${email} is invited. They get the role when they accept.`,
      onDone: () => form.reset(),
      quiet: true,
    },
  )
  const submit = form.onSubmit((values) => {
    if (values.email.trim() !== '') act.mutate(values)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs" mt="lg">
        <Group align="flex-start" gap="xs">
          <TextInput
            label="Invite to a role by e-mail"
            type="text"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            maxLength={254}
            flex="1 1 200px"
            {...form.getInputProps('email')}
            error={act.error?.message}
          />
          <NativeSelect label="Role" data={roleChoices} {...form.getInputProps('role')} />
        </Group>
        <Text size="sm" c="dimmed">
          {roles[role].does}
        </Text>
        {role === 'accountant' && (
          <Checkbox
            label="May refund"
            {...form.getInputProps('may_refund', { type: 'checkbox' })}
          />
        )}
        <Group>
          <Button type="submit" variant="default" loading={act.isPending}>
            Invite to this role
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
