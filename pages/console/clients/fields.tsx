import { Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, type UseFormReturnType, useForm } from '@mantine/form'
import { Mark } from '../components/mark.tsx'
import { type Scope, scopes } from './words.ts'

export type ClientForm = { name: string; scopes: string[] }

/** The form of a client, with what it holds so far. */
export function useClientForm(initialValues: ClientForm) {
  return useForm<ClientForm>({
    initialValues,
    validate: { name: isNotEmpty('Enter a name') },
    transformValues: ({ name, scopes }) => ({ name: name.trim(), scopes }),
  })
}

/** As the API takes it. */
export function bodyOf({ name, scopes: chosen }: ClientForm): { name: string; scopes: Scope[] } {
  const known = scopes.map(({ scope }) => scope)
  return { name, scopes: known.filter((scope) => chosen.includes(scope)) }
}

/** What a client is called, and what it may do. */
export function ClientFields({ form }: { form: UseFormReturnType<ClientForm> }) {
  return (
    <>
      <TextInput
        label="Name"
        description="For example Ticket shop or Android app"
        maxLength={200}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        label="Scopes"
        description="What it may do beyond reading the catalogue and acting for its users"
        {...form.getInputProps('scopes')}
      >
        <Stack gap="sm" mt="sm">
          {scopes.map(({ scope, title, effect, isElevated }) => (
            <Checkbox
              key={scope}
              value={scope}
              description={effect}
              label={
                <Group gap={8} component="span">
                  <Text component="span" inherit fw={550}>
                    {title}
                  </Text>
                  <Code>{scope}</Code>
                  {isElevated && <Mark tone="warn">elevated</Mark>}
                </Group>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  )
}
