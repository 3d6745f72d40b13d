import { Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Sales } from '../../../../client/src/index.ts'
import { Shown } from '../../components/states.tsx'
import { festival } from '../../session.ts'

type Part = { id: string; name: string; sold: number; validated: number }

/** The number of admitted ticket holders, by tier, live. */
export function Admitted({ festivalId }: { festivalId: string }) {
  const found = useQuery({
    queryKey: ['festival', festivalId, 'admitted'],
    queryFn: async ({ signal }) => partsOf(await festival.sales.get(festivalId, {}, { signal })),
    refetchInterval: 10_000,
  })
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4" mb="md">
        Admitted
      </Title>
      <Shown
        query={found}
        empty={
          <Text size="sm" c="dimmed">
            No tickets sold yet.
          </Text>
        }
      >
        {(parts) => <Parts parts={parts} />}
      </Shown>
    </Card>
  )
}

function Parts({ parts }: { parts: Part[] }) {
  const sum = (of: 'sold' | 'validated') => parts.reduce((all, part) => all + part[of], 0)
  const [validated, sold] = [sum('validated'), sum('sold')]
  return (
    <Stack>
      <Text fz={34} fw={680} lh={1} className="numbers" role="status" aria-label="Admitted in all">
        {validated.toLocaleString('en')}{' '}
        <Text span c="dimmed" fz="md" fw={450}>
          of {sold.toLocaleString('en')}
        </Text>
      </Text>
      <Stack component="ul" aria-label="Admitted by tier" p={0} m={0} style={{ listStyle: 'none' }}>
        {parts.map(({ id, name, ...part }) => (
          <li key={id}>
            <Group justify="space-between" gap="md" wrap="nowrap" mb={4}>
              <Text size="sm" fw={550} className="wraps">
                {name}
              </Text>
              <Text size="sm" className="numbers keeps">
                {part.validated.toLocaleString('en')} of {part.sold.toLocaleString('en')}
              </Text>
            </Group>
            <Progress
              value={part.sold === 0 ? 0 : (part.validated / part.sold) * 100}
              aria-label={`Admitted of ${name}`}
            />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

/** Returns the tiers and accommodations; an archived one is included if it has sales. */
function partsOf({ tiers, accommodations }: Sales): Part[] {
  return [
    ...tiers.map(({ ticket_id: id, ...tier }) => ({ id, ...tier })),
    ...accommodations.map(({ accommodation_id: id, ...stay }) => ({ id, ...stay })),
  ].filter(({ sold, archived }) => sold > 0 || !archived)
}
