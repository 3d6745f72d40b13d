import { Checkbox, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, type UseFormReturnType, useForm } from '@mantine/form'
import { Mark } from '../components/mark.tsx'
import { type Scope, scopes } from './words.ts'

export type ClientForm = { name: string; scopes: string[] }

/** The initial values of the form of a client. */
export function useClientForm(initialValues: ClientForm) {
  return useForm<ClientForm>({
    initialValues,
    validate: { name: isNotEmpty('Enter a name') },
    transformValues: ({ name, scopes }) => ({ name: name.trim(), scopes }),
  })
}

/** Returns the values as the API takes them. */
export function bodyOf({ name, scopes: chosen }: ClientForm): { name: string; scopes: Scope[] } {
  const known = scopes.map(({ scope }) => scope)
  return { name, scopes: known.filter((scope) => chosen.includes(scope)) }
}

/** The name and the scopes of a client. */
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
