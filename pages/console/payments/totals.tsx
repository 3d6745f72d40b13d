import { Group, Text } from '@mantine/core'
import { ExportMenu } from '../components/tables/export-menu.tsx'
import { inEuros } from '../components/tables/figures.tsx'
import { inDigits } from '../overview/words.ts'
import { type Filter, useExport, useTotals } from './queries.ts'

/** The sums of all payments found, and their export. */
export function Totals({ filter }: { filter: Filter }) {
  const { data } = useTotals(filter)
  const read = useExport(filter)
  return (
    <Group gap="md" role="group" aria-label="All that is found">
      {data?.map(({ currency, payments, amount, refunded_amount }) => (
        <Text key={currency} size="sm" c="dimmed" className="numbers">
          {payments === 1 ? '1 payment' : `${inDigits(payments)} payments`} · {inEuros(amount)} paid
          {refunded_amount > 0 && ` · ${inEuros(refunded_amount)} refunded`}
        </Text>
      ))}
      <ExportMenu verb="Export" file="payments" read={read} size="xs" />
    </Group>
  )
}
