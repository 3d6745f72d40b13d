import { Alert, Anchor, Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { PhotoField } from '../components/fields/photo-field.tsx'
import { TimeField } from '../components/fields/time-field.tsx'
import { TimeZoneSelect } from '../components/fields/time-zone-select.tsx'
import { ownZone, sameClock } from '../components/fields/zone.ts'
import { FormBody, SideDrawer } from '../components/form-drawer.tsx'
import { Shown } from '../components/states.tsx'
import { fromInput } from '../components/tables/figures.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'
import { OrganizerSelect } from './organizer-select.tsx'
import { faultOfEnd } from './times.ts'

type Props = { opened: boolean; organizer: string; onClose: () => void }

/** Creates a festival from its required fields; everything else follows in its workspace. */
export function NewFestival({ opened, organizer, onClose }: Props) {
  const mine = useQuery({
    queryKey: ['organizers', 'to choose', ''],
    queryFn: ({ signal }) => festival.me.organizers({ limit: 50 }, { signal }),
    enabled: opened,
  })
  return (
    <SideDrawer opened={opened} onClose={onClose} title="New festival" size="lg">
      <Shown query={mine}>
        {({ organizers }) =>
          organizers.length === 0 ? (
            <Alert color="brand" title="Create an organizer first">
              A festival belongs to an organizer, and you manage none yet.{' '}
              <Anchor component={Link} href="/organizers?new=yes" inherit>
                Create organizer
              </Anchor>
            </Alert>
          ) : (
            <NewFestivalForm organizer={organizer || onlyOne(organizers)} onClose={onClose} />
          )
        }
      </Shown>
    </SideDrawer>
  )
}

function onlyOne(organizers: { id: string }[]): string {
  return organizers.length === 1 ? (organizers[0]?.id ?? '') : ''
}

const blank = {
  name: '',
  organizer_id: '',
  start_time: '',
  end_time: '',
  venue: '',
  country: '',
  photo: null as string | null,
  draft: false,
}
type Values = typeof blank & { time_zone: string }

/** Returns the festival to create; a draft only if that was chosen. */
function bodyOf({ name, start_time, end_time, venue, country, draft, ...others }: Values) {
  return {
    ...others,
    ...(draft && { published: false }),
    name: name.trim(),
    start_time: fromInput(start_time) ?? '',
    end_time: fromInput(end_time) ?? '',
    venue: venue.trim() || null,
    country: country.trim() || null,
  }
}

function NewFestivalForm({ organizer, onClose }: Omit<Props, 'opened'>) {
  const [, navigate] = useLocation()
  const form = useForm({
    initialValues: { ...blank, organizer_id: organizer, time_zone: ownZone() },
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      organizer_id: (id) => (id ? null : 'Choose an organizer'),
      start_time: (time) => (time === '' ? 'Enter when it begins' : null),
      end_time: (end, { start_time }) =>
        end === '' ? 'Enter when it ends' : faultOfEnd(start_time, end),
    },
  })
  const act = useAct((values: Values) => festival.festivals.create(bodyOf(values)), {
    refresh: [['festivals'], ['organizers']],
    done: ({ name }) => `${name} is created`,
    onDone: ({ id }) => navigate(`/festivals/${id}`, { replace: true }),
    quiet: true,
  })
  const zone = form.values.time_zone
  // Until the festival exists, the typed times are the times that its clocks show.
  const onZone = (chosen: string | null) => {
    const { start_time, end_time } = form.values
    const to = chosen ?? zone
    form.setValues({
      time_zone: to,
      start_time: sameClock(start_time, zone, to),
      end_time: sameClock(end_time, zone, to),
    })
  }
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Create festival"
      onSubmit={form.onSubmit((values) => act.mutate(values))}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        autoFocus
        data-autofocus
        {...form.getInputProps('name')}
      />
      <OrganizerSelect label="Organizer" required {...form.getInputProps('organizer_id')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TimeField label="Begins" required zone={zone} {...form.getInputProps('start_time')} />
        <TimeField label="Ends" required zone={zone} {...form.getInputProps('end_time')} />
        <TextInput label="Venue" maxLength={300} {...form.getInputProps('venue')} />
        <TextInput label="Country" maxLength={100} {...form.getInputProps('country')} />
      </SimpleGrid>
      <TimeZoneSelect
        description="People are told its times in it"
        {...form.getInputProps('time_zone')}
        onChange={onZone}
      />
      <PhotoField {...form.getInputProps('photo')} />
      <Checkbox
        label="Create as a draft"
        description="Only its managers see it, until you publish it"
        {...form.getInputProps('draft', { type: 'checkbox' })}
      />
    </FormBody>
  )
}
