import { Alert, Button, Card, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import type { Zone } from '../../../../client/src/index.ts'
import { useRefreshOn } from '../../activity/live.ts'
import { useAddress } from '../../components/address.ts'
import { Mark } from '../../components/mark.tsx'
import { Shown } from '../../components/states.tsx'
import { inDigits } from '../../overview/words.ts'
import type { TabProps } from '../tab-props.ts'
import { useGateZones } from './use-gate-zones.ts'
import { ZoneForm } from './zone-form.tsx'

/** The number of people in each zone of the festival, live, against its capacity. */
export function Zones({ festival: one }: Pick<TabProps, 'festival'>) {
  const address = useAddress()
  const found = useGateZones(one.id)
  useRefreshOn(one.id, 'festival', one.id, 'zones')
  return (
    <Card withBorder p="lg" component="section">
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2} size="h4">
            Inside now
          </Title>
          <Text c="dimmed" mt={4} maw={640}>
            People in each zone, as its gates have reported. The entrance of the festival is main;
            add a zone for each part with gates of its own.
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<PlusIcon aria-hidden />}
          onClick={() => address.set({ new: 'zone' })}
        >
          New zone
        </Button>
      </Group>
      <Shown query={found}>
        {(zones) => (
          <Stack>
            <Warnings zones={zones} />
            <SimpleGrid
              component="ul"
              aria-label="Zones"
              cols={{ base: 1, sm: 2, lg: 3 }}
              p={0}
              m={0}
              style={{ listStyle: 'none' }}
            >
              {zones.map((zone) => (
                <Inside key={zone.name} zone={zone} />
              ))}
            </SimpleGrid>
            <ZoneForm festivalId={one.id} zones={zones} />
          </Stack>
        )}
      </Shown>
    </Card>
  )
}

/** Announces to screen readers when a zone fills. */
function Warnings({ zones }: { zones: Zone[] }) {
  return (
    <Stack gap="xs" role="status" aria-label="Warnings">
      {zones
        .filter(({ state }) => state !== 'open')
        .map(({ name, state, ...zone }) => (
          <Alert
            key={name}
            color={state === 'full' ? 'red' : 'yellow'}
            title={state === 'full' ? `${name} is full` : `${name} is nearly full`}
            className="wraps"
          >
            {whatHappens({ state, ...zone })}
          </Alert>
        ))}
    </Stack>
  )
}

function whatHappens({ state, refuses_when_full: refuses }: Omit<Zone, 'name'>): string {
  if (state === 'nearly_full')
    return refuses
      ? 'Gates let no more in once it is full.'
      : 'Gates go on letting people in beyond its capacity.'
  return refuses
    ? 'Gates with a network let no more in until people leave.'
    : 'Gates go on letting people in: change the zone to have them stop.'
}

const looks = {
  open: { colour: 'brand', mark: undefined },
  nearly_full: { colour: 'yellow', mark: <Mark tone="warn">Nearly full</Mark> },
  full: { colour: 'red', mark: <Mark tone="bad">Full</Mark> },
} as const

function Inside({ zone: { name, inside, capacity, state, refuses_when_full } }: { zone: Zone }) {
  const address = useAddress()
  const { colour, mark } = looks[state]
  const share = capacity === null ? undefined : Math.round((inside / capacity) * 100)
  return (
    <Card component="li" withBorder p="md" aria-label={name}>
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Group gap="xs" className="wraps">
          <Text fw={600}>{name}</Text>
          {mark}
        </Group>
        <Button
          size="xs"
          variant="subtle"
          aria-label={`Change ${name}`}
          onClick={() => address.set({ zone: name })}
        >
          Change
        </Button>
      </Group>
      <Text fz={34} fw={680} lh={1} className="numbers">
        {inDigits(inside)}{' '}
        {capacity !== null && (
          <Text span c="dimmed" fz="md" fw={450}>
            of {inDigits(capacity)}
          </Text>
        )}
      </Text>
      {share !== undefined && (
        <Progress
          value={Math.min(share, 100)}
          color={colour}
          mt="sm"
          aria-label={`Inside ${name}, in percent`}
        />
      )}
      <Text size="sm" c="dimmed" mt="xs">
        {capacity === null && 'No capacity set'}
        {share !== undefined &&
          `${share} % · ${refuses_when_full ? 'refuses when full' : 'warns, and lets in'}`}
      </Text>
    </Card>
  )
}
