import { Checkbox, NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { SettlementTerms } from '../../../../client/src/index.ts'
import { FormBody } from '../../components/form-drawer.tsx'
import { Shown } from '../../components/states.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

type Props = { id: string; onClose: () => void }

/** The form of the operator's share of the sales of an organizer. */
export function EditTerms({ id, onClose }: Props) {
  const query = useQuery({
    queryKey: ['settlement-terms', id],
    queryFn: ({ signal }) => festival.organizers.settlementTerms(id, { signal }),
  })
  return (
    <Shown query={query}>{(terms) => <TermsForm id={id} terms={terms} onClose={onClose} />}</Shown>
  )
}

type Form = { id: string; terms: SettlementTerms; onClose: () => void }

function TermsForm({ id, terms, onClose }: Form) {
  const form = useForm({ initialValues: terms })
  const act = useAct(
    (values: SettlementTerms) => festival.organizers.updateSettlementTerms(id, values),
    { refresh: [['settlement-terms', id]], done: 'Saved', onDone: onClose, quiet: true },
  )
  const percent = { min: 0, max: 100, decimalScale: 2, suffix: ' %', hideControls: true }
  return (
    <FormBody onClose={onClose} act={act} onSubmit={form.onSubmit((values) => act.mutate(values))}>
      <Text size="sm" c="dimmed">
        They count for the months that are settled from now on.
      </Text>
      <NumberInput
        label="Commission"
        description="Of what was sold and not refunded"
        {...percent}
        {...form.getInputProps('commission_percent')}
      />
      <NumberInput
        label="For each ticket or place"
        description="That was sold and not returned"
        min={0}
        decimalScale={2}
        prefix="€"
        hideControls
        {...form.getInputProps('commission_per_unit')}
      />
      <NumberInput
        label="VAT on the commission"
        {...percent}
        {...form.getInputProps('commission_vat_percent')}
      />
      <Checkbox
        label="The organizer bears the fees of the card processor"
        {...form.getInputProps('passes_fees', { type: 'checkbox' })}
      />
    </FormBody>
  )
}
