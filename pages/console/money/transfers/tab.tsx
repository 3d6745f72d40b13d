import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../components/states.tsx'
import { festival } from '../../session.ts'
import { EntriesCard } from './entries.tsx'
import { FilesCard } from './files.tsx'
import { StatementCard } from './statement.tsx'

/** Bank transfers: entries that arrived, entries that need a decision, and refunds. */
export function TransfersTab() {
  const { data: config } = useQuery({
    queryKey: ['payment-config'],
    queryFn: ({ signal }) => festival.payments.config({ signal }),
  })
  if (config && !config.methods.some(({ name }) => name === 'transfer')) {
    return (
      <Empty
        title="No bank account"
        text="Set BANK_HOLDER and BANK_IBAN and restart the service: then buyers may pay by bank transfer, and statements are imported here."
      />
    )
  }
  return (
    <Stack gap="lg">
      <StatementCard />
      <EntriesCard />
      <FilesCard />
    </Stack>
  )
}
