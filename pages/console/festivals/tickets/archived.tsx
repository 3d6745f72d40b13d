import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Sales } from '../../../../client/src/index.ts'
import { inEuros } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { changeSet } from '../sets.ts'
import type { TabProps } from '../tab-props.ts'

/** No time limits: the ones of its last sale are mostly over. */
const always = { start_time: null, end_time: null, valid_since: null, valid_until: null }

type ArchivedTier = Sales['tiers'][number]

/** Archived tiers with sales: their tickets stay valid, and the tiers can be sold again. */
export function Archived({ festival: one, tiers, refresh }: TabProps & { tiers: ArchivedTier[] }) {
  const act = useAct(
    ({ ticket_id: id, name, price, offered }: ArchivedTier) =>
      changeSet(one.id, 'tickets', (current) => [
        ...current,
        { id, name, price, quantity: offered, ...always },
      ]),
    {
      refresh: [['festival', one.id], ['festivals']],
      done: (_, { name }) => `${name} is sold again`,
      onDone: refresh,
    },
  )
  if (tiers.length === 0) return null
  return (
    <Card withBorder p="lg">
      <Title order={2} size="h4">
        No longer sold
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        Their tickets stay valid. A tier that is sold again keeps its price, its quantity and its
        sales; set its times again.
      </Text>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {tiers.map((tier) => (
          <Group component="li" key={tier.ticket_id} justify="space-between">
            <div className="wraps numbers">
              <Text fw={550}>{tier.name}</Text>
              <Text size="sm" c="dimmed">
                {inEuros(tier.price)} · {tier.sold.toLocaleString('en')} of{' '}
                {tier.offered.toLocaleString('en')} sold
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              aria-label={`Sell again: ${tier.name}`}
              loading={act.isPending && act.variables?.ticket_id === tier.ticket_id}
              onClick={() => act.mutate(tier)}
            >
              Sell again
            </Button>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
