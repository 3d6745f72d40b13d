import { Button, Card, Group, NumberInput, SimpleGrid, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TabProps } from '../tab-props.ts'
import { useTerms } from './use-terms.ts'

/** The deadline until which buyers may return their purchase, and the share of its price that is refunded. */
export function GivingBack(tab: TabProps) {
  const { festival: one } = tab
  const form = useForm<{ days: number | string; percent: number | string }>({
    initialValues: { days: one.refund_until_days ?? '', percent: one.refund_percent },
    validate: { percent: (percent) => (percent === '' ? 'Enter a number' : null) },
  })
  const act = useTerms(tab, form)
  const save = form.onSubmit(({ days, percent }) =>
    act.mutate({
      refund_until_days: days === '' ? null : Number(days),
      refund_percent: Number(percent),
    }),
  )
  return (
    <Card withBorder p="lg" component="form" onSubmit={save} noValidate>
      <Title order={2} size="h4">
        Giving back
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Buyers keep the terms of the day they bought.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label="Days before the festival"
          placeholder="Buyers cannot give back"
          min={0}
          max={365}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('days')}
        />
        <NumberInput
          label="Refund in %"
          required
          min={1}
          max={100}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('percent')}
        />
      </SimpleGrid>
      <Group justify="flex-end" mt="md">
        <Button type="submit" loading={act.isPending} disabled={!form.isDirty()}>
          Save terms
        </Button>
      </Group>
    </Card>
  )
}
