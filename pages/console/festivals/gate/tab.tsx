import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { ExternalLinkIcon } from '@radix-ui/react-icons'
import type { TabProps } from '../tab-props.ts'
import { Admitted } from './admitted.tsx'
import { Clashes } from './clashes.tsx'
import { Devices } from './devices.tsx'
import { OverTheDay } from './over-the-day.tsx'
import { Staff } from './staff.tsx'
import { Zones } from './zones.tsx'

/** People inside, gate devices and staff, admissions, and clashes. */
export function GateTab({ festival }: TabProps) {
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text c="dimmed" maw={560}>
          The tier of a ticket says how often it admits, and to which zones. Gate devices scan with
          and without a network, and send their scans as soon as they have one.
        </Text>
        <Button
          component="a"
          href="/gate"
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<ExternalLinkIcon aria-hidden />}
        >
          Open the gate page
        </Button>
      </Group>
      <Zones festival={festival} />
      <OverTheDay festival={festival} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="lg">
            <Admitted festivalId={festival.id} />
            <Staff festivalId={festival.id} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="lg">
            <Devices festival={festival} />
            <Clashes festivalId={festival.id} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
