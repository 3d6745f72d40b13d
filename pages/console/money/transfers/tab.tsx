import { Stack } from '@mantine/core'
import { EntriesCard } from './entries.tsx'
import { FilesCard } from './files.tsx'
import { StatementCard } from './statement.tsx'

/** Bank transfers: what has arrived, what somebody has to decide about, and what goes back. */
export function TransfersTab() {
  return (
    <Stack gap="lg">
      <StatementCard />
      <EntriesCard />
      <FilesCard />
    </Stack>
  )
}
