import {
  Autocomplete,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { type Accommodation, FestivalError } from '../../../../client/src/index.ts'
import { OtherLanguages } from '../../components/fields/other-languages.tsx'
import { PhotoField } from '../../components/fields/photo-field.tsx'
import { PriceField } from '../../components/fields/price-field.tsx'
import { SaleFields } from '../../components/fields/sale-fields.tsx'
import { TimeField } from '../../components/fields/time-field.tsx'
import { FormBody } from '../../components/form-drawer.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import { isSame, wholeOfFestival } from '../sets.ts'
import { RemoveAccommodation } from './remove.tsx'
import { bodyOf, type Values, validating, valuesOf } from './values.ts'

type Props = {
  festivalId: string
  /** undefined for a new one */
  accommodation: Accommodation | undefined
  onClose: () => void
}

/** The fields of an accommodation: name, type, price, quantity and times. */
export function AccommodationForm({ festivalId, accommodation, onClose }: Props) {
  const [before] = useState(accommodation)
  const taken = accommodation ? accommodation.quantity - accommodation.remaining : 0
  const form = useForm({ initialValues: valuesOf(before), validate: validating(taken) })
  const act = useAct((values: Values) => save(festivalId, values, before), {
    refresh: [['festival', festivalId, 'accommodations']],
    done: 'Saved',
    onDone: onClose,
    quiet: true,
  })
  const belowSold = act.error instanceof FestivalError && act.error.code === 'below_sold'
  return (
    <Stack>
      <FormBody
        onClose={onClose}
        act={belowSold ? { ...act, error: null } : act}
        submit={before ? 'Save' : 'Create accommodation'}
        onSubmit={form.onSubmit((values) => act.mutate(values))}
      >
        <Fields form={form} taken={taken} isBelowSold={belowSold} />
      </FormBody>
      {before && <RemoveAccommodation accommodation={before} taken={taken} onClose={onClose} />}
    </Stack>
  )
}

/** @throws Error when another user has changed it since the form was opened */
async function save(festivalId: string, values: Values, before: Accommodation | undefined) {
  const body = bodyOf(values, before)
  if (!before) return festival.accommodations.create({ festival_id: festivalId, ...body })
  // The list includes hidden ones too.
  const all = await festival.accommodations.list({
    festival: festivalId,
    ...wholeOfFestival,
  })
  const current = all.find(({ id }) => id === before.id)
  if (current && !isSame({ ...current, remaining: 0 }, { ...before, remaining: 0 }))
    throw new Error(
      'Another user has changed it in the meantime. Close this and open it again to see the changes.',
    )
  return festival.accommodations.update(before.id, body)
}

type FieldsProps = { form: UseFormReturnType<Values>; taken: number; isBelowSold: boolean }

function Fields({ form, taken, isBelowSold }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={2}>
        <Autocomplete
          label="Type"
          data={['tent', 'cabin', 'hotel room', 'camper pitch', 'dormitory']}
          maxLength={100}
          {...form.getInputProps('type')}
        />
        <NumberInput
          label="Sleeps"
          min={1}
          max={10_000}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('capacity')}
        />
        <PriceField label="Price in EUR" required {...form.getInputProps('price')} />
        <NumberInput
          label="Quantity"
          required
          min={0}
          max={10_000_000}
          allowDecimal={false}
          hideControls
          description={taken > 0 ? `At least ${taken}: already taken` : undefined}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...form.getInputProps('quantity')}
          {...(isBelowSold && {
            error: 'More were taken in the meantime. Enter at least that many.',
          })}
        />
      </SimpleGrid>
      <TimeField label="Check-in" {...form.getInputProps('check_in_at')} />
      <TimeField label="Check-out" {...form.getInputProps('check_out_at')} />
      <TagsInput
        label="Amenities"
        description="Choose, or type your own, each followed by Enter"
        data={['power', 'shower', 'bedding', 'breakfast', 'parking', 'step-free', 'wifi']}
        maxTags={100}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear amenities' }}
        {...form.getInputProps('amenities')}
      />
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={10_000}
        {...form.getInputProps('description')}
      />
      <OtherLanguages
        most={{ name: 200, description: 10_000 }}
        {...form.getInputProps('translations')}
      />
      <PhotoField {...form.getInputProps('photo')} />
      <SaleFields form={form} />
    </>
  )
}
