import { Button, Group, Text } from '@mantine/core'
import { DownloadIcon } from '@radix-ui/react-icons'
import { inEuros } from '../components/figures.tsx'
import { saveFile } from '../components/save-file.ts'
import { inDigits } from '../overview/words.ts'
import { useAct } from '../queries.ts'
import { type Filter, useExport, useTotals } from './queries.ts'

/** What all that is found adds up to, and its export. */
export function Totals({ filter }: { filter: Filter }) {
  const { data } = useTotals(filter)
  const read = useExport(filter)
  const act = useAct(read, { onDone: (file) => saveFile('payments.csv', file) })
  return (
    <Group gap="md" role="group" aria-label="All that is found">
      {data?.map(({ currency, payments, amount, refunded_amount }) => (
        <Text key={currency} size="sm" c="dimmed" className="numbers">
          {payments === 1 ? '1 payment' : `${inDigits(payments)} payments`} · {inEuros(amount)} paid
          {refunded_amount > 0 && ` · ${inEuros(refunded_amount)} refunded`}
        </Text>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<DownloadIcon aria-hidden />}
        loading={act.isPending}
        onClick={() => act.mutate()}
      >
        Export CSV
      </Button>
    </Group>
  )
}
