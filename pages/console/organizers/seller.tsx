import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { Organizer, Seller, UpdateSellerBody } from '../../../client/src/index.ts'
import { FormBody } from '../components/form-drawer.tsx'
import { Shown } from '../components/states.tsx'
import { useAct } from '../queries.ts'
import { festival } from '../session.ts'

type Props = { organizer: Organizer; onClose: () => void }

/** The form of what invoices and transfers say of an organizer. */
export function EditSeller({ organizer, onClose }: Props) {
  const query = useQuery({
    queryKey: ['seller', organizer.id],
    queryFn: ({ signal }) => festival.organizers.seller(organizer.id, { signal }),
  })
  return (
    <Shown query={query}>
      {(seller) => <SellerForm organizer={organizer} seller={seller} onClose={onClose} />}
    </Shown>
  )
}

const names: Record<Seller['missing'][number], string> = {
  legal_name: 'the seller (in Edit)',
  street: 'street',
  city: 'city',
  country: 'country',
  vat_id: 'VAT id or tax number',
}

function SellerForm({
  organizer: { id },
  seller: { missing, ...seller },
  onClose,
}: Props & { seller: Seller }) {
  const form = useForm({
    initialValues: Object.fromEntries(
      Object.entries(seller).map(([name, value]) => [name, value ?? '']),
    ) as Record<keyof typeof seller, string>,
  })
  const act = useAct(
    (values: typeof form.values) =>
      festival.organizers.updateSeller(
        id,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, value.trim() || null]),
        ) as UpdateSellerBody,
      ),
    { refresh: [['seller', id]], done: 'Saved', onDone: onClose, quiet: true },
  )
  const field = (name: keyof typeof seller, label: string, description?: string) => (
    <TextInput label={label} description={description} {...form.getInputProps(name)} />
  )
  return (
    <FormBody onClose={onClose} act={act} onSubmit={form.onSubmit((values) => act.mutate(values))}>
      {missing.length > 0 && (
        <Text size="sm" c="dimmed" className="wraps">
          Invoices still need: {missing.map((name) => names[name]).join(', ')}.
        </Text>
      )}
      {field('street', 'Street and number')}
      <SimpleGrid cols={2}>
        {field('postcode', 'Postcode')}
        {field('city', 'City')}
      </SimpleGrid>
      {field('country', 'Country', 'Two letters, such as DK')}
      {field('vat_id', 'VAT id', 'With its country: DK13585628')}
      {field('tax_number', 'Tax number', 'Where there is no VAT id')}
      <NativeSelect
        label="VAT"
        data={[
          { value: 'standard', label: 'As each offer says' },
          { value: 'exempt', label: 'None: a small business' },
        ]}
        {...form.getInputProps('vat_scheme')}
      />
      {form.values.vat_scheme === 'exempt' &&
        field('vat_note', 'Why there is no VAT', 'The sentence that your invoices need')}
      {field('contact_phone', 'Telephone', 'German authorities need it on invoices')}
      {field('account_holder', 'Account holder')}
      {field('iban', 'IBAN')}
      {field('bic', 'BIC', 'Outside the EEA')}
      {field('invoice_prefix', 'Prefix of invoice numbers', 'Capitals and digits: HN')}
    </FormBody>
  )
}
