import { Alert, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { isEmail, isNotEmpty, type UseFormReturnType, useForm } from '@mantine/form'
import type { CurrentUser, UpdateUserBody } from '../../../client/src/index.ts'
import { useAct } from '../queries.ts'
import { festival, refreshMe } from '../session.ts'

const optional = ['phone', 'address', 'city', 'country'] as const

type ProfileForm = Record<Exclude<keyof UpdateUserBody, 'language'>, string>

/** The user's name, e-mail and address. */
export function Profile({ me }: { me: CurrentUser }) {
  const form = useForm<ProfileForm>({
    initialValues: {
      firstName: me.firstName,
      lastName: me.lastName,
      email: me.email ?? '',
      phone: me.phone ?? '',
      address: me.address ?? '',
      city: me.city ?? '',
      country: me.country ?? '',
    },
    validate: {
      firstName: isNotEmpty('Enter your first name'),
      email: isEmail('Enter an e-mail address'),
    },
  })
  const act = useAct((body: UpdateUserBody) => festival.users.update(me.id, body), {
    done: 'Saved',
    onDone: () => {
      form.resetDirty()
      void refreshMe()
    },
    quiet: true,
  })
  const submit = form.onSubmit(({ firstName, lastName, email, ...others }) => {
    const left = optional.map((name) => [name, others[name].trim() || null])
    act.mutate({ firstName, lastName, email, ...Object.fromEntries(left) })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {act.error && (
          <Alert color="red" role="alert" title="Could not save" className="wraps">
            {act.error.message}
          </Alert>
        )}
        <ProfileFields form={form} />
        <Group>
          <Button type="submit" loading={act.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function ProfileFields({ form }: { form: UseFormReturnType<ProfileForm> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="First name"
          autoComplete="given-name"
          required
          maxLength={100}
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last name"
          autoComplete="family-name"
          maxLength={100}
          {...form.getInputProps('lastName')}
        />
      </SimpleGrid>
      <TextInput
        label="E-mail"
        description="You sign in with it"
        type="text"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      <TextInput label="Phone" autoComplete="tel" maxLength={50} {...form.getInputProps('phone')} />
      <TextInput
        label="Address"
        autoComplete="street-address"
        maxLength={500}
        {...form.getInputProps('address')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="City" autoComplete="address-level2" {...form.getInputProps('city')} />
        <TextInput label="Country" autoComplete="country-name" {...form.getInputProps('country')} />
      </SimpleGrid>
    </>
  )
}
