import {
  Autocomplete,
  Button,
  Divider,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { PlusIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import type { Badge, BadgeRule, CreateBadgeBody } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { NameFields } from '../components/fields/name-fields.tsx'
import { PhotoField } from '../components/fields/photo-field.tsx'
import { FormBody, SideDrawer } from '../components/form-drawer.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { Thumbnail } from '../components/thumbnail.tsx'
import { inDigits } from '../overview/words.ts'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { useRules } from './rules.tsx'
import { BadgeUptake, useBadgeCounts } from './uptake.tsx'
import { type EntityType, entityTypes, type OptionalNumber } from './words.ts'

const shows = [
  ['rewards', 'badges'],
  ['rewards', 'uptake', 'badges'],
]

/** The badges visitors earn by doing something often enough. */
export function BadgesTab() {
  const address = useAddress()
  const query = useQuery({
    queryKey: ['rewards', 'badges'],
    queryFn: ({ signal }) => festival.rewards.badges({ signal }),
  })
  const counts = useBadgeCounts()
  const id = address.get('badge')
  const isNew = address.get('new') !== ''
  const close = () => address.replace({ new: undefined, badge: undefined })
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'badge' })}>
      New badge
    </Button>
  )
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" maw={640}>
          A badge counts events of one kind and unlocks when there are enough of them.
        </Text>
        {create}
      </Group>
      <Shown
        query={query}
        empty={
          <Empty
            title="No badges yet"
            text="Create one: choose what it counts, and how many are needed."
            action={create}
          />
        }
      >
        {(badges) => (
          <DataTable
            label="Badges"
            rows={badges}
            keyOf={(badge) => badge.id}
            columns={columnsOf(counts.data)}
            onOpen={(badge) => address.set({ badge: badge.id })}
          />
        )}
      </Shown>
      <SideDrawer
        opened={isNew || id !== ''}
        onClose={close}
        title={isNew ? 'New badge' : 'Edit badge'}
      >
        {isNew && <NewBadge onClose={close} />}
        {id !== '' && <OpenBadge key={id} id={id} onClose={close} />}
      </SideDrawer>
    </Stack>
  )
}

type Counts = ReturnType<typeof useBadgeCounts>['data']

const columnsOf = (counts: Counts): [Column<Badge>, ...Column<Badge>[]] => [
  {
    title: 'Name',
    cell: ({ name, icon }) => (
      <Thumbnail photo={icon} name={name}>
        {name}
      </Thumbnail>
    ),
  },
  { title: 'Description', cell: ({ description }) => description ?? '–' },
  { title: 'Needed', cell: ({ progress }) => progress.target, align: 'right' },
  { title: 'Begun', cell: ({ id }) => shown(counts?.get(id)?.started), align: 'right' },
  { title: 'Unlocked', cell: ({ id }) => shown(counts?.get(id)?.earned), align: 'right' },
]

const shown = (count: number | undefined) => (count === undefined ? '–' : inDigits(count))

function NewBadge({ onClose }: { onClose: () => void }) {
  const act = useAct((body: CreateBadgeBody) => festival.rewards.createBadge(body), {
    refresh: shows,
    done: ({ name }) => `${name} is created`,
    onDone: onClose,
    quiet: true,
  })
  return <BadgeForm act={act} submit="Create badge" onClose={onClose} />
}

function OpenBadge({ id, onClose }: { id: string; onClose: () => void }) {
  const badge = useQuery({
    queryKey: ['rewards', 'badge', id],
    queryFn: ({ signal }) => festival.rewards.badge(id, { signal }),
    refetchOnWindowFocus: false,
  })
  return <Shown query={badge}>{(found) => <EditBadge badge={found} onClose={onClose} />}</Shown>
}

function EditBadge({ badge, onClose }: { badge: BadgeRule; onClose: () => void }) {
  const act = useAct((body: CreateBadgeBody) => festival.rewards.updateBadge(badge.id, body), {
    refresh: [...shows, ['rewards', 'badge', badge.id], ['rewards', 'uptake', 'badge', badge.id]],
    done: 'Saved',
    onDone: onClose,
    quiet: true,
  })
  const remove = useAct(() => festival.rewards.deleteBadge(badge.id), {
    refresh: shows,
    done: `${badge.name} is deleted`,
    onDone: onClose,
  })
  return (
    <Stack>
      <BadgeForm badge={badge} act={act} submit="Save" onClose={onClose} />
      <BadgeUptake id={badge.id} />
      <Divider />
      <Group>
        <ConfirmButton
          label="Delete badge"
          title={`Delete ${badge.name}?`}
          text="Users who have earned it lose it. This cannot be undone."
          confirm="Delete"
          onConfirm={() => remove.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </Stack>
  )
}

type Values = {
  name: string
  description: string
  icon: string | null
  event_type: string
  target: OptionalNumber
  entity_type: EntityType | ''
}

/** Returns the picture chosen for a badge; null if the service draws its icon. */
const pictureOf = ({ icon }: BadgeRule) => (icon.includes('/photos/badges/') ? null : icon)

function valuesOf(badge: BadgeRule | undefined): Values {
  if (badge) {
    const { description, entity_type } = badge
    return {
      ...badge,
      description: description ?? '',
      icon: pictureOf(badge),
      entity_type: entity_type ?? '',
    }
  }
  return { name: '', description: '', icon: null, event_type: '', target: '', entity_type: '' }
}

type Props = {
  badge?: BadgeRule
  act: { mutate: (body: CreateBadgeBody) => void; isPending: boolean; error: Error | null }
  submit: string
  onClose: () => void
}

function BadgeForm({ badge, act, submit, onClose }: Props) {
  const rules = useRules()
  const form = useForm({
    initialValues: valuesOf(badge),
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      event_type: (type) => (type.trim() === '' ? 'Choose what it counts' : null),
      target: (target) => (target === '' ? 'Enter how many are needed' : null),
    },
  })
  const save = form.onSubmit(({ icon, ...values }) =>
    act.mutate({
      ...values,
      name: values.name.trim(),
      description: values.description || null,
      target: Number(values.target),
      entity_type: values.entity_type || null,
      // An unchanged icon is not sent again.
      ...(icon !== (badge ? pictureOf(badge) : null) && { icon }),
    }),
  )
  return (
    <FormBody onClose={onClose} act={act} submit={submit} onSubmit={save}>
      <NameFields form={form} most={1_000} />
      <Autocomplete
        label="Counts"
        description="An event that a rule gives points for"
        required
        data={rules.data?.map(({ event_type }) => event_type) ?? []}
        {...form.getInputProps('event_type')}
      />
      <Select
        label="Only for"
        description="Events about this type"
        data={[{ value: '', label: 'anything' }, ...entityTypes]}
        allowDeselect={false}
        {...form.getInputProps('entity_type')}
      />
      <NumberInput
        label="How many are needed"
        required
        min={1}
        max={1_000_000}
        allowDecimal={false}
        {...form.getInputProps('target')}
      />
      <PhotoField label="Icon" {...form.getInputProps('icon')} />
    </FormBody>
  )
}
