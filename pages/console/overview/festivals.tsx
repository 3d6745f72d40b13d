import { Anchor, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import type { ManagedFestival } from '../../../client/src/index.ts'
import { Mark } from '../components/mark.tsx'
import { useNow } from '../components/relative.tsx'
import { Empty } from '../components/states.tsx'
import { When } from '../components/tables/figures.tsx'
import { StateMark } from '../festivals/state.tsx'
import { inDigits, startsIn } from './words.ts'

/** The next festivals, with the share sold of each. */
export function Upcoming({ festivals, total }: { festivals: ManagedFestival[]; total: number }) {
  return (
    <section>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Coming up
        </Title>
        {total > festivals.length && (
          <Anchor component={Link} href="/festivals" size="sm">
            All {inDigits(total)} festivals
          </Anchor>
        )}
      </Group>
      {festivals.length === 0 ? (
        <Card withBorder>
          <Empty
            title="No festival is coming up"
            text="Festivals you may change appear here, with what they have sold."
            action={
              <Anchor component={Link} href="/festivals">
                Go to festivals
              </Anchor>
            }
          />
        </Card>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {festivals.map((festival) => (
            <FestivalCard key={festival.id} festival={festival} />
          ))}
        </Stack>
      )}
    </section>
  )
}

function FestivalCard({ festival }: { festival: ManagedFestival }) {
  const { id, name, venue, country, start_time, end_time, time_zone, sold, quantity } = festival
  const distance = startsIn(festival, useNow())
  const where = [venue, country].filter(Boolean).join(', ')
  return (
    <Card component="li" withBorder p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} className="wraps">
          <Anchor component={Link} href={`/festivals/${id}`} fw={600}>
            {name}
          </Anchor>
          <Text size="sm" c="dimmed">
            <When time={start_time} date zone={time_zone} /> –{' '}
            <When time={end_time} date zone={time_zone} />
            {where && ` · ${where}`}
          </Text>
        </Stack>
        {distance && festival.published_at !== null ? (
          <Mark>{distance}</Mark>
        ) : (
          <StateMark of={festival} />
        )}
      </Group>
      {/* Users without access to sales are shown neither. */}
      {sold !== null && quantity !== null && <Sold name={name} sold={sold} quantity={quantity} />}
    </Card>
  )
}

function Sold({ name, sold, quantity }: { name: string; sold: number; quantity: number }) {
  if (quantity === 0 && sold === 0)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        No tickets yet
      </Text>
    )
  const share = Math.min(100, (100 * sold) / Math.max(quantity, 1))
  return (
    <Stack gap={6} mt="sm">
      <Progress value={share} size="md" radius="xl" aria-label={`${name}: sold`} />
      <Group justify="space-between" className="numbers">
        <Text size="sm">
          {inDigits(sold)} of {inDigits(quantity)} sold
        </Text>
        <Text size="sm" c="dimmed">
          {quantity > sold ? `${inDigits(quantity - sold)} left` : 'sold out'}
        </Text>
      </Group>
    </Stack>
  )
}
