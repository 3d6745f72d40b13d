import { Button, NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Settlement } from '../../../../client/src/index.ts'
import { lastMonths } from '../../components/fields/months.ts'
import { FormBody } from '../../components/form-drawer.tsx'
import { OrganizerSelect } from '../../festivals/organizer-select.tsx'
import { monthName } from '../../festivals/report/words.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

type Props = {
  onClose: () => void
  onMade: (settlement: Settlement) => void
  onTerms: (organizer: string) => void
}

/** The form that makes the statement of a month for an organizer. */
export function NewSettlement({ onClose, onMade, onTerms }: Props) {
  const months = lastMonths().slice(1)
  const form = useForm({
    initialValues: { organizer: '', month: months[0] ?? '' },
    validate: { organizer: (value) => (value ? null : 'Choose the organizer') },
  })
  const act = useAct(
    ({ organizer, month }: typeof form.values) => festival.organizers.settle(organizer, { month }),
    { refresh: [['settlements']], done: 'The month is settled', onDone: onMade, quiet: true },
  )
  const { organizer } = form.values
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Settle"
      onSubmit={form.onSubmit((values) => act.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        A statement never changes. What is sold or refunded later is in that of its month.
      </Text>
      <OrganizerSelect label="Organizer" required ofAll {...form.getInputProps('organizer')} />
      <NativeSelect
        label="Month"
        data={months.map((month) => ({ value: month, label: monthName(month) }))}
        {...form.getInputProps('month')}
      />
      {organizer && (
        <Button variant="default" onClick={() => onTerms(organizer)}>
          Terms of this organizer
        </Button>
      )}
    </FormBody>
  )
}
