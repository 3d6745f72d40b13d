import { Divider, NumberInput, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { type Availability, FestivalError, type Tier } from '../../../../client/src/index.ts'
import { patchOf, type Translations } from '../../components/fields/languages.ts'
import { OtherLanguages } from '../../components/fields/other-languages.tsx'
import { faultOfPrice } from '../../components/fields/price.ts'
import { PriceField } from '../../components/fields/price-field.tsx'
import { SaleFields } from '../../components/fields/sale-fields.tsx'
import { termsOf, termsValuesOf, validatingTerms } from '../../components/fields/sale-terms.ts'
import { TimeField } from '../../components/fields/time-field.tsx'
import { FormBody } from '../../components/form-drawer.tsx'
import { toInput } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { changeSet } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'
import { faultOfEnd, timeOf } from '../times.ts'
import { RemoveTier } from './remove.tsx'
import { takenOf } from './stock.ts'
import { type TierBody, withTier } from './tiers.ts'

type Values = ReturnType<typeof valuesOf>

type Props = TabProps & {
  /** undefined for a new one */
  tier: Tier | undefined
  stock: Availability | undefined
  onClose: () => void
}

/** A tier's name, price, quantity, periods, and how it is sold. */
export function TierForm({ festival: one, tier, stock, onClose, refresh }: Props) {
  // The tier as it was when the form was opened, to detect changes by others.
  const [before] = useState(tier)
  const taken = tier ? takenOf(tier, stock) : 0
  const form = useForm({
    initialValues: valuesOf(before),
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name' : null),
      price: faultOfPrice,
      quantity: (quantity) => faultOfQuantity(quantity, taken),
      end_time: (end, { start_time }) => faultOfEnd(start_time, end),
      valid_until: (until, { valid_since }) => faultOfEnd(valid_since, until),
      ...validatingTerms,
    },
  })
  const act = useAct(
    (body: TierBody) => changeSet(one.id, 'tickets', (current) => withTier(current, body, before)),
    {
      refresh: [['festival', one.id], ['festivals']],
      done: 'Saved',
      quiet: true,
      onDone: () => {
        refresh()
        onClose()
      },
    },
  )
  const belowSold = act.error instanceof FestivalError && act.error.code === 'below_sold'
  return (
    <Stack>
      <FormBody
        onClose={onClose}
        act={belowSold ? { ...act, error: null } : act}
        submit={before ? 'Save' : 'Create tier'}
        onSubmit={form.onSubmit((values) => act.mutate(bodyOf(values, before)))}
      >
        <Fields form={form} taken={taken} isBelowSold={belowSold} />
      </FormBody>
      {before && (
        <RemoveTier
          festival={one}
          tier={before}
          stock={stock}
          onClose={onClose}
          refresh={refresh}
        />
      )}
    </Stack>
  )
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
        <PriceField label="Price in EUR" required {...form.getInputProps('price')} />
        <NumberInput
          label="Quantity"
          required
          min={0}
          max={10_000_000}
          allowDecimal={false}
          hideControls
          description={taken > 0 ? `At least ${taken}: sold or being paid for` : undefined}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...form.getInputProps('quantity')}
          {...(isBelowSold && {
            error: 'More were sold or reserved in the meantime. Enter at least that many.',
          })}
        />
      </SimpleGrid>
      <Textarea
        label="Description"
        description="What buyers get, in a sentence or two"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2_000}
        {...form.getInputProps('description')}
      />
      <OtherLanguages
        most={{ name: 200, description: 2_000 }}
        {...form.getInputProps('translations')}
      />
      <Divider label="Sale period; leave empty for always" labelPosition="left" />
      <TimeField label="On sale from" {...form.getInputProps('start_time')} />
      <TimeField label="On sale until" {...form.getInputProps('end_time')} />
      <Divider label="Admission period; leave empty for any time" labelPosition="left" />
      <Text size="sm" c="dimmed">
        The checkout says that there is no right of withdrawal only of tickets with such a time.
      </Text>
      <TimeField label="Valid from" {...form.getInputProps('valid_since')} />
      <TimeField label="Valid until" {...form.getInputProps('valid_until')} />
      <SaleFields form={form} />
    </>
  )
}

const blank = {
  name: '',
  price: '',
  quantity: '',
  start_time: null,
  end_time: null,
  valid_since: null,
  valid_until: null,
  description: null,
  translations: {},
}

function valuesOf(tier: Tier | undefined) {
  const { name, price, quantity, description, translations = {}, ...times } = tier ?? blank
  return {
    name,
    price,
    quantity,
    start_time: toInput(times.start_time),
    end_time: toInput(times.end_time),
    valid_since: toInput(times.valid_since),
    valid_until: toInput(times.valid_until),
    description: description ?? '',
    translations: translations as Translations,
    ...termsValuesOf(tier),
  }
}

function bodyOf(values: Values, tier: Tier | undefined): TierBody {
  const before = tier ?? blank
  return {
    name: values.name.trim(),
    price: Number(values.price),
    quantity: Number(values.quantity),
    start_time: timeOf(values.start_time, before.start_time),
    end_time: timeOf(values.end_time, before.end_time),
    valid_since: timeOf(values.valid_since, before.valid_since),
    valid_until: timeOf(values.valid_until, before.valid_until),
    description: values.description.trim() || null,
    translations: patchOf(values.translations, before.translations),
    ...termsOf(values, tier === undefined),
  }
}

function faultOfQuantity(quantity: number | string, taken: number): string | null {
  if (typeof quantity !== 'number') return 'Enter a quantity'
  return quantity < taken ? `${taken} are sold or being paid for` : null
}
