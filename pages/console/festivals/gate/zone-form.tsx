import { NumberInput, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Zone } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { FormBody, SideDrawer } from '../../components/form-drawer.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

type Props = { festivalId: string; zones: Zone[] }

/** Adds a zone, or changes the one named by the address. */
export function ZoneForm({ festivalId, zones }: Props) {
  const address = useAddress()
  const isNew = address.get('new') === 'zone'
  const opened = zones.find(({ name }) => name === address.get('zone'))
  const close = () => address.replace({ new: undefined, zone: undefined })
  return (
    <SideDrawer
      opened={isNew || opened !== undefined}
      onClose={close}
      title={opened ? `Zone ${opened.name}` : 'New zone'}
    >
      {(isNew || opened) && (
        <Fields
          key={opened?.name}
          festivalId={festivalId}
          zone={opened}
          taken={zones.map(({ name }) => name)}
          onClose={close}
        />
      )}
    </SideDrawer>
  )
}

type FieldsProps = {
  festivalId: string
  zone: Zone | undefined
  taken: string[]
  onClose: () => void
}

type Values = { name: string; capacity: number | ''; refuses: boolean }

function Fields({ festivalId, zone, taken, onClose }: FieldsProps) {
  const form = useForm<Values>({
    initialValues: {
      name: zone?.name ?? '',
      capacity: zone?.capacity ?? '',
      refuses: zone?.refuses_when_full ?? false,
    },
    validate: {
      name: (name) => (zone ? null : faultOfName(name.trim(), taken)),
      capacity: (capacity, { refuses }) =>
        refuses && capacity === '' ? 'Enter how many may be inside' : null,
    },
  })
  const act = useAct(
    ({ name, capacity, refuses }: Values) =>
      festival.gate.putZone(festivalId, name.trim(), {
        capacity: capacity === '' ? null : capacity,
        refuses_when_full: refuses,
      }),
    {
      refresh: [['festival', festivalId, 'zones']],
      done: ({ name }) => `Zone ${name} is saved`,
      quiet: true,
      onDone: onClose,
    },
  )
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit={zone ? 'Save' : 'Create zone'}
      onSubmit={form.onSubmit((values) => act.mutate(values))}
    >
      {!zone && (
        <TextInput
          label="Name"
          description="Lower case letters, digits and hyphens. Tickets name the zones that they admit to."
          placeholder="camping"
          required
          maxLength={30}
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
      <NumberInput
        label="Capacity"
        description="How many people may be inside. Left empty, nothing warns."
        min={1}
        max={10_000_000}
        allowDecimal={false}
        hideControls
        data-autofocus={zone ? true : undefined}
        {...form.getInputProps('capacity')}
      />
      <Switch
        label="Refuse when full"
        description="Gates let no more people in. Those without a network cannot know, and may exceed it."
        {...form.getInputProps('refuses', { type: 'checkbox' })}
      />
    </FormBody>
  )
}

function faultOfName(name: string, taken: string[]): string | null {
  if (name === '') return 'Enter a name'
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return 'Lower case letters, digits and hyphens'
  return taken.includes(name) ? 'There is a zone of this name' : null
}
