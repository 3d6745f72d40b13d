import { Checkbox, Code, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty, type UseFormReturnType, useForm } from '@mantine/form'
import type { Client } from '../../../client/src/index.ts'
import { Mark } from '../components/mark.tsx'
import { kinds, type Scope, scopes } from './words.ts'

export type ClientForm = Pick<Client, 'name' | 'kind' | 'scopes' | 'allow_without_origin'> & {
  /** one a line */
  origins: string
}

export const newClient: ClientForm = {
  name: '',
  kind: 'confidential',
  scopes: [],
  origins: '',
  allow_without_origin: false,
}

/** The initial values of the form of a client. */
export function useClientForm(initialValues: ClientForm) {
  return useForm<ClientForm>({
    initialValues,
    validate: {
      name: isNotEmpty('Enter a name'),
      origins: (text, { kind, allow_without_origin }) =>
        kind === 'publishable' && !allow_without_origin && linesOf(text).length === 0
          ? 'Enter an origin, or allow apps'
          : null,
    },
    transformValues: (values) => ({ ...values, name: values.name.trim() }),
  })
}

const linesOf = (text: string) => text.split(/\s+/).filter((line) => line !== '')

/** Returns the values as the API takes them. */
export function bodyOf({ name, kind, origins, allow_without_origin, ...values }: ClientForm) {
  if (kind === 'publishable') {
    return { name, kind, origins: linesOf(origins), allow_without_origin }
  }
  const known = scopes.map(({ scope }) => scope)
  const chosen: Scope[] = known.filter((scope) => values.scopes.includes(scope))
  return { name, kind, scopes: chosen }
}

type Props = {
  form: UseFormReturnType<ClientForm>
  /** true for a new client: its kind is chosen once */
  isNew?: boolean
}

/** The name of a client, and its permissions: its scopes, or the origins from which it may be used. */
export function ClientFields({ form, isNew = false }: Props) {
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
      {isNew && <Kind form={form} />}
      {form.values.kind === 'publishable' ? <Origins form={form} /> : <Scopes form={form} />}
    </>
  )
}

function Kind({ form }: Props) {
  return (
    <Radio.Group label="Kind" {...form.getInputProps('kind')}>
      <Stack gap="sm" mt="sm">
        {kinds.map(({ kind, title, effect }) => (
          <Radio key={kind} value={kind} label={title} description={effect} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function Origins({ form }: Props) {
  return (
    <>
      <Textarea
        label="Origins"
        description="From where its pages call, one a line, such as https://shop.example or http://localhost:5173"
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        {...form.getInputProps('origins')}
      />
      <Checkbox
        label="Allow apps"
        description="Takes requests without an origin, such as those of apps on telephones. Any program can send such a request."
        {...form.getInputProps('allow_without_origin', { type: 'checkbox' })}
      />
    </>
  )
}

function Scopes({ form }: Props) {
  return (
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
  )
}
