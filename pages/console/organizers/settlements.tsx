import { Stack, Text, Title } from '@mantine/core'
import { useAddress } from '../components/address.ts'
import { SettlementList } from '../money/settlements/list.tsx'

/** The monthly statements of an organizer, for its managers and accountants, and admins. */
export function OrganizerSettlements({ organizer }: { organizer: string }) {
  const address = useAddress()
  return (
    <Stack component="section" gap="sm" mt="lg">
      <Title order={2} size="h4">
        Settlements
      </Title>
      <Text c="dimmed">What the operator owes for the sales of each month.</Text>
      <SettlementList
        organizer={organizer}
        opened={address.get('settlement')}
        onOpen={(settlement) => address.set({ settlement })}
        empty={<Text c="dimmed">None yet.</Text>}
      />
    </Stack>
  )
}
