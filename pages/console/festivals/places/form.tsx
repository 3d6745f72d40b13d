import { Autocomplete, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Festival, Place } from '../../../../client/src/index.ts'
import { FormBody } from '../../components/form-drawer.tsx'
import { useAct } from '../../queries.ts'
import type { useEdits } from '../use-edits.tsx'
import { kinds } from './kinds.tsx'
import type { LatLng } from './projection.ts'
import { RemovePlace } from './remove.tsx'

type Props = {
  festival: Festival
  edits: ReturnType<typeof useEdits<'places'>>
  /** undefined for a new one */
  place: Place | undefined
  /** the clicked position for a new one */
  at: LatLng | undefined
  onClose: () => void
}

/** The fields of a place. */
export function PlaceForm({ festival, edits, place, at, onClose }: Props) {
  const form = useForm({
    initialValues: valuesOf(place, at),
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      lat: (lat, { lng }) => faultOf(lat, lng, 90),
      lng: (lng, { lat }) => faultOf(lng, lat, 180),
    },
  })
  const act = useAct(
    async (values: Values) => {
      const to = placeOf(values)
      if (place) return edits.save({ id: place.id, to, words: `${to.name} is changed` })
      return edits.change((current) => [...current, to])
    },
    { quiet: true, onDone: onClose, ...(!place && { done: 'The place is added' }) },
  )
  /** Map services copy both numbers as one text. */
  const take = (text: string) => {
    const both = /^\s*(-?[\d.]+)\s*[,; ]\s*(-?[\d.]+)\s*$/.exec(text)
    form.setValues(both ? { lat: both[1] ?? '', lng: both[2] ?? '' } : { lat: text })
  }
  return (
    <FormBody
      onClose={onClose}
      onSubmit={form.onSubmit((values) => act.mutate(values))}
      act={act}
      submit={place ? 'Save' : 'Add place'}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Autocomplete
        label="Type"
        description="Choose one, or enter your own"
        data={kinds}
        maxLength={100}
        {...form.getInputProps('type')}
      />
      <SimpleGrid cols={2}>
        <TextInput
          label="Latitude"
          inputMode="decimal"
          {...form.getInputProps('lat')}
          onChange={({ currentTarget }) => take(currentTarget.value)}
        />
        <TextInput label="Longitude" inputMode="decimal" {...form.getInputProps('lng')} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        You can paste both at once, such as 55.620500, 12.080100. Leave empty to keep it off the
        map.
      </Text>
      {place && <RemovePlace festival={festival} edits={edits} place={place} onDone={onClose} />}
    </FormBody>
  )
}

type Values = ReturnType<typeof valuesOf>

function valuesOf(place: Place | undefined, at: LatLng | undefined) {
  const point = place ? place.coordinates : at
  return {
    name: place?.name ?? '',
    type: place ? (place.type ?? '') : 'stage',
    lat: point ? `${point.lat}` : '',
    lng: point ? `${point.lng}` : '',
  }
}

function placeOf({ name, type, lat, lng }: Values) {
  const coordinates = lat.trim() === '' ? null : { lat: Number(lat), lng: Number(lng) }
  return { name: name.trim(), type: type.trim() || null, coordinates }
}

function faultOf(text: string, other: string, most: number): string | null {
  if (text.trim() === '') return other.trim() === '' ? null : 'Both, or neither'
  return Math.abs(Number(text)) <= most ? null : `A number from −${most} to ${most}`
}
