import { Button, Card, Group, NumberInput, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { usePaymentConfig } from '../../components/payment-config.ts'
import type { TabProps } from '../tab-props.ts'
import { useTerms } from './use-terms.ts'

/** The days that an order waits for a bank transfer; nothing if buyers cannot pay by one. */
export function TransferTime(tab: TabProps) {
  const { festival: one } = tab
  const transfer = usePaymentConfig()?.methods.find(({ name }) => name === 'transfer')
  const form = useForm<{ days: number | string }>({
    initialValues: { days: one.transfer_days ?? '' },
    validate: {
      days: (days) =>
        days === '' || (Number(days) >= 3 && Number(days) <= 30) ? null : 'Enter 3 to 30 days',
    },
  })
  const act = useTerms(tab, form)
  if (!transfer) return null
  const save = form.onSubmit(({ days }) =>
    act.mutate({ transfer_days: days === '' ? null : Number(days) }),
  )
  return (
    <Card withBorder p="lg" component="form" onSubmit={save} noValidate>
      <Title order={2} size="h4">
        Bank transfers
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        An order keeps its tickets until its money has come, and never longer than they are on sale.
      </Text>
      <NumberInput
        label="Days to pay"
        placeholder={`${transfer.days}`}
        min={3}
        max={30}
        clampBehavior="none"
        allowDecimal={false}
        hideControls
        {...form.getInputProps('days')}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={act.isPending} disabled={!form.isDirty()}>
          Save days
        </Button>
      </Group>
    </Card>
  )
}
