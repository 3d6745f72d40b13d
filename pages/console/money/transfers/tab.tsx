import { Stack } from '@mantine/core'
import { usePaymentConfig } from '../../components/payment-config.ts'
import { Empty } from '../../components/states.tsx'
import { EntriesCard } from './entries.tsx'
import { FilesCard } from './files.tsx'
import { StatementCard } from './statement.tsx'

/** Bank transfers: entries that arrived, entries that need a decision, and refunds. */
export function TransfersTab() {
  const config = usePaymentConfig()
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
