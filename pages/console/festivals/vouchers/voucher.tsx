import {
  Divider,
  MultiSelect,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Switch,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { PriceField } from '../../components/fields/price-field.tsx'
import { TimeField } from '../../components/fields/time-field.tsx'
import { FormBody } from '../../components/form-drawer.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'
import type { OnOffer } from './on-offer.ts'
import { blank, bodyOf, type Values, validating } from './values.ts'

type Props = { festivalId: string; onOffer: OnOffer; onClose: () => void }

/** A new voucher: its benefit, its code or codes, and how often and when it can be used. */
export function VoucherForm({ festivalId, onOffer, onClose }: Props) {
  const form = useForm({ initialValues: blank, validate: validating })
  const act = useAct((values: Values) => festival.vouchers.create(festivalId, bodyOf(values)), {
    refresh: [['festival', festivalId, 'vouchers']],
    done: ({ code, codes }) =>
      code === null ? `${codes.toLocaleString('en')} codes are ready` : `${code} is ready`,
    quiet: true,
    onDone: onClose,
  })
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Create voucher"
      onSubmit={form.onSubmit((values) => act.mutate(values))}
    >
      <Gives form={form} onOffer={onOffer} />
      <Divider label="Code" labelPosition="left" />
      <Code form={form} />
      <Divider label="Limits" labelPosition="left" />
      <SimpleGrid cols={2}>
        <Count
          label="Uses of each code"
          max={1_000_000}
          placeholder={form.values.kind === 'word' ? 'No limit' : '1'}
          {...form.getInputProps('max_uses')}
        />
        <Count
          label="Uses per person"
          max={1_000}
          placeholder="No limit"
          {...form.getInputProps('max_per_person')}
        />
      </SimpleGrid>
      <TimeField label="Valid from" {...form.getInputProps('starts_at')} />
      <TimeField label="Valid until" {...form.getInputProps('ends_at')} />
    </FormBody>
  )
}

type Fields = { form: UseFormReturnType<Values> }

const labels = { percent: 'Percent off', amount: 'EUR off each ticket', price: 'Price in EUR' }

function Gives({ form, onOffer }: Fields & { onOffer: OnOffer }) {
  const { gives } = form.values
  return (
    <>
      <NativeSelect
        label="Discount"
        data-autofocus
        data={[
          { value: 'percent', label: 'A percentage' },
          { value: 'amount', label: 'An amount off each ticket' },
          { value: 'price', label: 'A price of its own' },
          { value: 'nothing', label: 'None' },
        ]}
        {...form.getInputProps('gives')}
      />
      {gives !== 'nothing' && (
        <PriceField label={labels[gives]} required {...form.getInputProps('value')} />
      )}
      <Switch
        label="Opens hidden tickets"
        description="With it one sees and buys hidden tickets and places to sleep"
        {...form.getInputProps('opens', { type: 'checkbox' })}
      />
      <MultiSelect
        label="For"
        description="Empty: everything the festival sells"
        data={onOffer}
        searchable
        clearable
        {...form.getInputProps('entity_ids')}
      />
    </>
  )
}

function Code({ form }: Fields) {
  const isWord = form.values.kind === 'word'
  return (
    <>
      <NativeSelect
        label="Kind of code"
        data={[
          { value: 'word', label: 'One code for all' },
          { value: 'codes', label: 'Many codes, to download' },
        ]}
        {...form.getInputProps('kind')}
      />
      {isWord ? (
        <TextInput
          label="Code"
          placeholder="EARLY-BIRD"
          description="Letters, digits and dashes; small and capital letters are the same"
          required
          maxLength={40}
          {...form.getInputProps('code')}
        />
      ) : (
        <Count label="Number of codes" max={10_000} required {...form.getInputProps('codes')} />
      )}
      <TextInput
        label="Name"
        description="For you and your colleagues"
        maxLength={200}
        {...form.getInputProps('name')}
      />
    </>
  )
}

type CountProps = { label: string; max: number; required?: boolean; placeholder?: string }

function Count(props: CountProps) {
  return <NumberInput min={1} allowDecimal={false} hideControls {...props} />
}
