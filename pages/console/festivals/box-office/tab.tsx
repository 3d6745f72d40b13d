import { Button, Group, Stack, Text } from '@mantine/core'
import { ExternalLinkIcon } from '@radix-ui/react-icons'
import { useRefreshOn } from '../../activity/live.ts'
import type { TabProps } from '../tab-props.ts'
import { Leases } from './leases.tsx'
import { Shifts } from './shifts.tsx'

/** Tills at the door: their shifts with the books, and their leases of tickets. */
export function BoxOfficeTab({ festival }: TabProps) {
  useRefreshOn(festival.id, 'festival', festival.id, 'shifts')
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text c="dimmed" maw={560}>
          A till sells at the door, for cash and by a card terminal beside it. It is a phone, tablet
          or computer with a browser; the seller needs no account.
        </Text>
        <Button
          component="a"
          href="/box-office"
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<ExternalLinkIcon aria-hidden />}
        >
          Open the box office page
        </Button>
      </Group>
      <Shifts festivalId={festival.id} />
      <Leases festivalId={festival.id} />
    </Stack>
  )
}
