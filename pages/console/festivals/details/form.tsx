import { Alert, Button, Card, Grid, Group, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { eachText } from '#common/festivals/texts'
import { PhotoField } from '../../components/fields/photo-field.tsx'
import { TimeField } from '../../components/fields/time-field.tsx'
import { TimeZoneSelect } from '../../components/fields/time-zone-select.tsx'
import { useLeaveWarning } from '../../components/leave-warning.ts'
import { inWords } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { OrganizerSelect } from '../organizer-select.tsx'
import type { HolderProps, TabProps } from '../tab-props.ts'
import { Moving } from './moving.tsx'
import {
  changeOf,
  clashes,
  labels,
  movedEnd,
  touched,
  type Values,
  validate,
  valuesOf,
} from './values.ts'

/** The base fields. Only changed fields are written; a conflict with another user's change is shown first. */
export function DetailsForm({ festival: one, refresh, holds }: HolderProps) {
  const managed = holds('manage')
  const [base, setBase] = useState(() => valuesOf(one))
  const form = useForm<Values>({ initialValues: base, validate })
  const [asked, setAsked] = useState<Values>()
  const act = useAct(
    async ({ values, move }: { values: Values; move: boolean }) => {
      const current = await festival.festivals.get(one.id)
      const theirs = valuesOf(current)
      const clashing = clashes(values, base, theirs)
      if (clashing.length > 0) {
        // The next save overwrites these values knowingly.
        setBase({ ...base, ...pick(theirs, clashing) })
        throw new Error(inWordsOf(clashing, theirs))
      }
      return festival.festivals.update(one.id, {
        ...changeOf(values, base, current),
        ...(move && { move }),
      })
    },
    {
      refresh: [['festival', one.id], ['festivals']],
      done: 'Saved',
      quiet: true,
      onDone: (saved) => {
        setBase(valuesOf(saved))
        form.setValues(valuesOf(saved))
        setAsked(undefined)
        refresh()
      },
    },
  )
  const isTouched = touched(form.values, base).length > 0
  useLeaveWarning(isTouched)
  const submit = (values: Values) =>
    values.start_time === base.start_time ? act.mutate({ values, move: false }) : setAsked(values)
  return (
    <Card withBorder p="lg" component="form" onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <Title order={2} size="h4">
          {managed ? 'What, when and where' : 'Texts'}
        </Title>
        <Fields form={form} base={base} organizer={one.organizer} managed={managed} />
        {act.error && !asked && (
          <Alert color="red" role="alert" title="Could not save" className="wraps">
            {act.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          {isTouched && (
            <Button variant="default" onClick={() => form.setValues(base)}>
              Discard changes
            </Button>
          )}
          <Button type="submit" loading={act.isPending} disabled={!isTouched}>
            Save details
          </Button>
        </Group>
      </Stack>
      <Moving
        festival={one}
        to={asked}
        error={act.error}
        isPending={act.isPending}
        onSave={(move) => asked && act.mutate({ values: asked, move })}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  )
}

type FieldsProps = {
  form: UseFormReturnType<Values>
  /** the stored values */
  base: Values
  organizer: TabProps['festival']['organizer']
  /** false for an editor */
  managed: boolean
}

/** The fields that editors change as well. */
const ofEditors = new Set(['name', 'description', 'photo'])

/** Fields that take a whole line; two of the others share one. */
const wide = new Set(['name', 'time_zone', 'organizer_id', 'description', 'photo'])

function Fields({ form, base, organizer, managed }: FieldsProps) {
  const of = form.getInputProps
  const { time_zone: zone, start_time, end_time } = form.values
  const setStart = (start: string) => {
    form.setFieldValue('start_time', start)
    // The duration of the festival stays the same, until another end is entered.
    if (end_time === movedEnd(base, start_time))
      form.setFieldValue('end_time', movedEnd(base, start))
  }
  const inputs: Record<keyof Values, ReactNode> = {
    name: <TextInput label="Name" required maxLength={200} {...of('name')} />,
    start_time: (
      <TimeField label="Begins" required zone={zone} {...of('start_time')} onChange={setStart} />
    ),
    end_time: <TimeField label="Ends" required zone={zone} {...of('end_time')} />,
    time_zone: (
      <TimeZoneSelect
        description="People are told its times in it. Another one moves no time, but shows all of them as clocks show them there"
        {...of('time_zone')}
      />
    ),
    organizer_id: (
      <OrganizerSelect
        label="Organizer"
        required
        allowDeselect={false}
        known={organizer}
        {...of('organizer_id')}
      />
    ),
    description: (
      <Textarea
        label="Description"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={20_000}
        {...of('description')}
      />
    ),
    ...eachText(({ label, maxLength }, name) => (
      <TextInput label={label} maxLength={maxLength} {...of(name)} />
    )),
    lat: (
      <TextInput
        label="Latitude"
        inputMode="decimal"
        description="Empty: the middle of its places"
        {...of('lat')}
      />
    ),
    lng: (
      <TextInput
        label="Longitude"
        inputMode="decimal"
        description="Where the map shows it"
        {...of('lng')}
      />
    ),
    photo: <PhotoField {...of('photo')} />,
  }
  const shownInputs = Object.entries(inputs).filter(([name]) => managed || ofEditors.has(name))
  return (
    <Grid>
      {shownInputs.map(([name, input]) => (
        <Grid.Col key={name} span={{ base: 12, xs: wide.has(name) ? 12 : 6 }}>
          {input}
        </Grid.Col>
      ))}
    </Grid>
  )
}

function pick(values: Values, names: (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

function inWordsOf(clashing: (keyof Values)[], theirs: Values): string {
  const told = clashing.map((name) => {
    if (name === 'photo') return 'the photo'
    return `the ${labels[name]} to “${shown(name, theirs)}”`
  })
  return `Another user has changed ${told.join(', ')} in the meantime. Save again to overwrite it with yours.`
}

function shown(name: keyof Values, theirs: Values): string {
  const value = theirs[name] ?? ''
  const isTime = name === 'start_time' || name === 'end_time'
  return isTime ? inWords(`${value}Z`, false, theirs.time_zone) : value
}
