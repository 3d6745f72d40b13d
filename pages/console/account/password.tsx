import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { hasLength, isNotEmpty, useForm } from '@mantine/form'
import type { ChangePasswordBody } from '../../../client/src/index.ts'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { standingAccess } from './standing-access.tsx'

const empty = { currentPassword: '', newPassword: '' }

/** Changes the password, which ends all other sessions. */
export function Password() {
  const form = useForm({
    initialValues: empty,
    validate: {
      currentPassword: isNotEmpty('Enter your current password'),
      newPassword: hasLength({ min: 8, max: 200 }, 'Between 8 and 200 characters'),
    },
  })
  const act = useAct((body: ChangePasswordBody) => festival.auth.changePassword(body), {
    done: 'Your password is changed. You are signed out everywhere else.',
    refresh: [standingAccess],
    onDone: () => form.reset(),
    quiet: true,
  })
  return (
    <form onSubmit={form.onSubmit((values) => act.mutate(values))} noValidate>
      <Stack>
        {act.error && (
          <Alert color="red" role="alert" title="Your password was not changed">
            {act.error.message}
          </Alert>
        )}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label="New password"
          description="At least 8 characters; a sentence is easy to remember"
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <Text size="sm" c="dimmed">
          This signs you out everywhere else: in other browsers, and in applications that act for
          you.
        </Text>
        <Group>
          <Button type="submit" loading={act.isPending}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
