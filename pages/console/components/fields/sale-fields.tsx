import {
  Divider,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { PriceField } from './price-field.tsx'
import type { TermsValues, VatValues } from './sale-terms.ts'

type Form<Values> = {
  values: Values
  getInputProps: (field: never, options?: { type: 'checkbox' }) => object
}

/** The VAT included in a price, or the reason for none. */
export function VatFields({ form }: { form: Form<VatValues> }) {
  const { vat } = form.values
  const props = (field: keyof VatValues) => form.getInputProps(field as never)
  return (
    <>
      <NativeSelect
        label="VAT"
        description="Prices include it. Each payment keeps the rate of its day."
        data={[
          { value: 'none', label: 'Not stated' },
          { value: 'rate', label: 'At a rate' },
          { value: 'exempt', label: 'Exempt' },
        ]}
        {...props('vat')}
      />
      {vat === 'rate' && <PriceField label="VAT rate in %" required {...props('vat_rate')} />}
      {vat === 'exempt' && (
        <TextInput
          label="Reason for the exemption"
          required
          maxLength={500}
          {...props('vat_exemption')}
        />
      )}
    </>
  )
}

/** Visibility, the limit per buyer, VAT, and the rights of buyers to return it and of holders to transfer it. */
export function SaleFields({ form }: { form: Form<TermsValues> }) {
  const props = (field: keyof TermsValues) => form.getInputProps(field as never)
  const checked = (field: keyof TermsValues) =>
    form.getInputProps(field as never, { type: 'checkbox' })
  return (
    <>
      <Divider label="How it is sold" labelPosition="left" />
      <Switch
        label="Hidden"
        description="Visitors do not see it and cannot buy it"
        {...checked('hidden')}
      />
      <NativeSelect
        label="At tills"
        description="As usual: tills sell it, but not a new one that is hidden or free."
        data={[
          { value: 'usual', label: 'As usual' },
          { value: 'yes', label: 'Sold' },
          { value: 'no', label: 'Not sold' },
        ]}
        {...props('at_tills')}
      />
      <SimpleGrid cols={2}>
        <Count label="Maximum per order" max={20} required {...props('max_per_order')} />
        <Count
          label="Maximum per person"
          max={1_000}
          placeholder="No limit"
          {...props('max_per_person')}
        />
      </SimpleGrid>
      <VatFields form={form} />
      <Switch
        label="Refundable"
        description="Where the festival lets buyers give back"
        {...checked('refundable')}
      />
      <Switch label="Transferable" {...checked('transferable')} />
      <NativeSelect
        label="Admission"
        description="How often one ticket gets in. Days end at 06:00."
        data={[
          { value: 'once', label: 'Once' },
          { value: 'reentry', label: 'Again after leaving' },
          { value: 'once_a_day', label: 'Once a day' },
        ]}
        {...props('admission')}
      />
      <TagsInput
        label="Zones"
        description="The parts of the festival that it admits to, each followed by Enter. The entrance is main."
        maxTags={20}
        {...props('zones')}
      />
    </>
  )
}

type CountProps = { label: string; max: number; required?: boolean; placeholder?: string }

function Count(props: CountProps) {
  return <NumberInput min={1} allowDecimal={false} hideControls {...props} />
}
