import { Stack } from '@mantine/core'
import { EntriesCard } from './entries.tsx'
import { FilesCard } from './files.tsx'
import { StatementCard } from './statement.tsx'

/** Bank transfers: entries that arrived, entries that need a decision, and refunds. */
export function TransfersTab() {
  return (
    <Stack gap="lg">
      <StatementCard />
      <EntriesCard />
      <FilesCard />
    </Stack>
  )
}
