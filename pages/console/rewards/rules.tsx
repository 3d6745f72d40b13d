import {
  Alert,
  Badge,
  Button,
  Checkbox,
  Code,
  Divider,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { PlusIcon } from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import type { PointRule, PutRuleBody } from '../../../client/src/index.ts'
import { useAddress } from '../components/address.ts'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { FormBody, SideDrawer } from '../components/form-drawer.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { inPlainWords, type OptionalNumber, orNull } from './words.ts'

/** The point rules, for every form that names an event. */
export function useRules() {
  return useQuery({
    queryKey: ['rewards', 'rules'],
    queryFn: ({ signal }) => festival.rewards.rules({ signal }),
  })
}

/** The number of points for each event. */
export function RulesTab() {
  const address = useAddress()
  const query = useRules()
  const opened = query.data?.find(({ event_type }) => event_type === address.get('rule'))
  const isNew = address.get('new') !== ''
  const close = () => address.replace({ new: undefined, rule: undefined })
  const create = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'rule' })}>
      New rule
    </Button>
  )
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" maw={640}>
          Apps send what visitors do, and each event gives points within its limits: at most 20 a
          day for all events from apps. Events that involve money are sent by the service only.
        </Text>
        {create}
      </Group>
      <Shown
        query={query}
        empty={
          <Empty
            title="No rules yet"
            text="A rule sets how many points an event gives."
            action={create}
          />
        }
      >
        {(rules) => (
          <DataTable
            label="Rules"
            rows={rules}
            keyOf={({ event_type }) => event_type}
            columns={columns}
            onOpen={({ event_type }) => address.set({ rule: event_type })}
          />
        )}
      </Shown>
      <SideDrawer
        opened={isNew || opened !== undefined}
        onClose={close}
        title={opened ? inPlainWords(opened.event_type) : 'New rule'}
      >
        {(isNew || opened) && <RuleForm key={opened?.event_type} rule={opened} onClose={close} />}
      </SideDrawer>
    </Stack>
  )
}

const columns: [Column<PointRule>, ...Column<PointRule>[]] = [
  { title: 'Event', cell: ({ event_type }) => inPlainWords(event_type) },
  { title: 'Sent as', cell: ({ event_type }) => <Code>{event_type}</Code> },
  {
    title: 'Sent by',
    cell: ({ sender }) => (
      <Badge variant="default">{sender === 'server' ? 'the service' : 'apps'}</Badge>
    ),
  },
  {
    title: 'Counts',
    cell: ({ daily_cap, once_per_entity }) =>
      [
        once_per_entity ? 'once per item' : 'each time',
        ...(daily_cap === null ? [] : [`${daily_cap} a day`]),
      ].join(', '),
  },
  {
    title: 'Points',
    cell: ({ points, per }) => (per === 'euro' ? `${points} per euro` : points),
    align: 'right',
  },
]

type Values = {
  event_type: string
  points: OptionalNumber
  per: 'event' | 'euro'
  daily_cap: OptionalNumber
  once_per_entity: boolean
}

/** The initial values: the rule, or a new one with one point, ten times a day. */
function valuesOf(rule: PointRule | undefined): Values {
  if (rule) return { ...rule, daily_cap: rule.daily_cap ?? '' }
  return { event_type: '', points: 1, per: 'event', daily_cap: 10, once_per_entity: false }
}

const typeRule = /^[a-z][a-z0-9_.-]{0,99}$/

function RuleForm({ rule, onClose }: { rule: PointRule | undefined; onClose: () => void }) {
  const form = useForm({
    initialValues: valuesOf(rule),
    validate: {
      event_type: (type) =>
        typeRule.test(type)
          ? null
          : 'Lowercase letters, digits, dots and dashes, such as stage_found',
      points: (points) => (points === '' ? 'Enter how many' : null),
    },
  })
  const act = useAct(
    ({ event_type, ...body }: PutRuleBody & { event_type: string }) =>
      festival.rewards.setRule(event_type, body),
    { refresh: [['rewards', 'rules']], done: 'Saved', onDone: onClose, quiet: true },
  )
  const save = form.onSubmit((values) =>
    act.mutate({ ...values, points: Number(values.points), daily_cap: orNull(values.daily_cap) }),
  )
  return (
    <Stack>
      <FormBody onClose={onClose} act={act} onSubmit={save}>
        {rule?.sender === 'server' && (
          <Alert color="gray" title="The service sends this event itself">
            If an app sends it, it is recorded but gives no points.
          </Alert>
        )}
        <TextInput
          label="Event"
          description="The event_type that apps send"
          required
          disabled={rule !== undefined}
          data-autofocus
          {...form.getInputProps('event_type')}
        />
        <NumberInput
          label="Points"
          required
          min={0}
          max={10_000}
          allowDecimal={false}
          {...form.getInputProps('points')}
        />
        {rule?.sender === 'server' && (
          <SegmentedControl
            aria-label="Points for what"
            data={[
              { value: 'event', label: 'for each event' },
              { value: 'euro', label: 'for each euro paid' },
            ]}
            {...form.getInputProps('per')}
          />
        )}
        <NumberInput
          label="Daily maximum"
          description="Events of one user that count on one day (UTC). Needed for what apps send."
          min={1}
          max={1_000}
          allowDecimal={false}
          {...form.getInputProps('daily_cap')}
        />
        <Checkbox
          label="Once per item"
          description="The same festival or artist gives points only once"
          {...form.getInputProps('once_per_entity', { type: 'checkbox' })}
        />
      </FormBody>
      {rule && <RemoveRule rule={rule} onClose={onClose} />}
    </Stack>
  )
}

function RemoveRule({ rule: { event_type }, onClose }: { rule: PointRule; onClose: () => void }) {
  const remove = useAct(() => festival.rewards.deleteRule(event_type), {
    refresh: [['rewards', 'rules']],
    done: 'The rule is deleted',
    onDone: onClose,
  })
  return (
    <>
      <Divider />
      <Group>
        <ConfirmButton
          label="Delete rule"
          title={`Delete the rule for ${inPlainWords(event_type)}?`}
          text="Such events are still recorded but give no points. Points already earned stay."
          confirm="Delete"
          onConfirm={() => remove.mutateAsync().catch(() => undefined)}
        />
      </Group>
    </>
  )
}
