import { Divider, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Festival, FestivalGig } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { TimeField } from '../../components/fields/time-field.tsx'
import { FormBody } from '../../components/form-drawer.tsx'
import { toInput } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { faultOfEnd, timeOf } from '../times.ts'
import type { useEdits } from '../use-edits.tsx'
import { ArtistSelect } from './artist-select.tsx'
import { type Column, nameOf } from './lay.ts'
import { type DayColumns, type Slot, wordsOf } from './moves.ts'

type Props = {
  festival: Festival
  edits: ReturnType<typeof useEdits<'gigs'>>
  /** undefined for a new one, which takes its time and place from `slot` */
  gig: FestivalGig | undefined
  slot: Slot
  columns: Column[]
  onClose: () => void
}

/** The fields of a gig: artist, stage, start and end. */
export function GigForm({ festival: one, edits, gig, slot, columns, onClose }: Props) {
  const before = gig ?? { artist: null, billing_text: null, ...slot }
  const form = useForm({
    initialValues: {
      artist: before.artist,
      billing_text: before.billing_text ?? '',
      place_id: before.place_id,
      start: toInput(before.start_time),
      end: toInput(before.end_time),
    },
    validate: {
      start: (start, { end }) =>
        start === '' && end !== '' ? 'Enter when it begins, or leave both empty' : null,
      end: (end, { start }) => faultOfEnd(start, end),
    },
  })
  const act = useAct(
    async ({ artist, place_id, start, end, ...values }: typeof form.values) => {
      const billing_text = values.billing_text.trim() || null
      const times = {
        start_time: timeOf(start, before.start_time),
        end_time: timeOf(end, before.end_time),
      }
      const to = { artist, place_id, billing_text, ...times }
      if (gig)
        return edits.save({
          id: gig.id,
          to,
          words: inWords(gig, to, { columns, zone: one.time_zone }),
        })
      return edits.change((current) => [
        ...current,
        { ...times, place_id, billing_text, artist_id: artist?.id ?? null },
      ])
    },
    { quiet: true, onDone: onClose },
  )
  const artists = new Map(one.gigs.flatMap(({ artist }) => (artist ? [[artist.id, artist]] : [])))
  return (
    <FormBody
      onClose={onClose}
      onSubmit={form.onSubmit((values) => act.mutate(values))}
      act={act}
      submit={gig ? 'Save' : 'Add to the timetable'}
    >
      <ArtistSelect
        label="Artist"
        description="Leave empty to show the slot as to be announced"
        known={[...artists.values()]}
        data-autofocus
        value={form.values.artist}
        onChange={(artist) => form.setFieldValue('artist', artist)}
      />
      <TextInput
        label="Billed as"
        description="For several artists who play together, such as Ebb Trio b2b Low Meadow: add each of them at the same time and stage, with the same text"
        maxLength={200}
        {...form.getInputProps('billing_text')}
      />
      <Select
        label="Stage"
        clearable
        clearButtonProps={{ 'aria-label': 'No stage yet' }}
        placeholder="No stage yet"
        searchable
        data={one.places.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('place_id')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TimeField label="Begins" {...form.getInputProps('start')} />
        <TimeField label="Ends" {...form.getInputProps('end')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Without a time it is to be announced. What begins before 06:00 belongs to the evening
        before.
      </Text>
      {gig && <RemoveGig edits={edits} gig={gig} onDone={onClose} />}
    </FormBody>
  )
}

function inWords(gig: FestivalGig, to: Slot & Pick<FestivalGig, 'artist'>, days: DayColumns) {
  const isSamePlace =
    gig.start_time === to.start_time && gig.end_time === to.end_time && gig.place_id === to.place_id
  return isSamePlace ? `${nameOf(to)} plays in this slot` : wordsOf(gig, to, days)
}

type Removal = { edits: Props['edits']; gig: FestivalGig; onDone: () => void }

function RemoveGig({ edits, gig, onDone }: Removal) {
  const act = useAct(() => edits.change((current) => current.filter(({ id }) => id !== gig.id)), {
    done: `${nameOf(gig)} is removed from this slot`,
    quiet: true,
    onDone,
  })
  return (
    <>
      <Divider mt="md" />
      <Group>
        <ConfirmButton
          label="Remove this gig"
          title={`Remove ${nameOf(gig)} from this slot?`}
          text="It leaves the line-up and the timetable. No notifications are sent. To keep the artist and remove only the time, clear its times instead."
          confirm="Remove"
          onConfirm={() => act.mutateAsync()}
        />
      </Group>
    </>
  )
}
