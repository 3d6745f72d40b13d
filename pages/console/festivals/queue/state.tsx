import { Alert, Box, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { ExternalLinkIcon } from '@radix-ui/react-icons'
import type { Festival, Queue } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { Fact, Facts } from '../../components/fact.tsx'
import { useZone } from '../../components/fields/zone.ts'
import { Mark } from '../../components/mark.tsx'
import { fromNow, useNow } from '../../components/relative.tsx'
import { inWords, When } from '../../components/tables/figures.tsx'
import { inDigits } from '../../overview/words.ts'
import { Figure } from '../../sales/figures.tsx'
import { CancelQueue } from './cancel.tsx'
import { isOverdue, marks, proofOf, sentences } from './words.ts'

type Props = { festival: Festival; queue: Queue }

/** The progress of the waiting room, and its settings. */
export function QueueState({ festival: one, queue }: Props) {
  const address = useAddress()
  const [tone, word] = marks[queue.status]
  return (
    <Card withBorder p="lg" component="section">
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Group gap="xs">
            <Title order={2} size="h4">
              Waiting room
            </Title>
            <Mark tone={tone}>{word}</Mark>
          </Group>
          <Text c="dimmed" mt={4} maw={640}>
            {sentences[queue.status]}
          </Text>
        </div>
        <Group gap="sm">
          {queue.draw === null && (
            <Button variant="default" onClick={() => address.set({ change: 'queue' })}>
              Change
            </Button>
          )}
          <CancelQueue queue={queue} />
        </Group>
      </Group>
      <Overdue queue={queue} />
      <Stack gap="lg">
        <Numbers queue={queue} />
        <Terms festival={one} queue={queue} />
        <Links festival={one} queue={queue} />
      </Stack>
    </Card>
  )
}

function Overdue({ queue }: Pick<Props, 'queue'>) {
  const isLate = isOverdue(queue, useNow())
  return (
    <div role="status" aria-label="Warnings">
      {isLate && (
        <Alert color="yellow" title="The draw is overdue" className="wraps" mb="md">
          {queue.draw === null
            ? 'The entries are not fixed yet. The service does that itself, within seconds: the operator should look at its log.'
            : `Round ${queue.round} of drand cannot be fetched. The service asks for it every second; 15 minutes after its time the order follows from the seed of the service, and does not count as proven.`}
        </Alert>
      )}
    </div>
  )
}

function Numbers({ queue: { entered, draw, draw_at, serving, per_minute } }: Pick<Props, 'queue'>) {
  const at = useNow()
  const zone = useZone()
  const late = draw ? entered - draw.entries : 0
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="sm" component="dl" m={0}>
      <Figure
        title="Entered"
        value={inDigits(entered)}
        more={late > 0 ? `${inDigits(late)} of them after the draw` : 'numbers taken'}
      />
      <Figure
        title={draw ? 'Drawn' : 'Draw'}
        value={fromNow(draw?.committed_at ?? draw_at, at)}
        more={inWords(draw?.committed_at ?? draw_at, false, zone)}
      />
      <Figure
        title="Had their turn"
        value={inDigits(Math.min(serving, entered))}
        more={`of ${inDigits(entered)}`}
      />
      <Figure title="Turns a minute" value={inDigits(per_minute)} more="in the last minute" />
    </SimpleGrid>
  )
}

function Terms({ festival: { tickets }, queue }: Props) {
  const { tiers, opens_at, groups_of, round, round_at } = queue
  const names = tickets.filter(({ id }) => tiers.includes(id)).map(({ name }) => name)
  const { tone, word, why } = proofOf(queue)
  return (
    <Box maw={640}>
      <Facts>
        <Fact name="Tickets">{names.join(', ') || 'None that is still sold'}</Fact>
        <Fact name="Opens">
          <When time={opens_at} />
        </Fact>
        <Fact name="Groups">{groups_of === 1 ? 'None' : `Up to ${groups_of} people`}</Fact>
        <Fact name="Randomness">
          {round === null ? (
            'A seed of this service'
          ) : (
            <>
              Round {round} of drand, <When time={round_at} />
            </>
          )}
        </Fact>
        <Fact name="Proof">
          <Mark tone={tone}>{word}</Mark>
        </Fact>
      </Facts>
      <Text size="sm" c="dimmed" mt="xs" className="wraps">
        {why}
      </Text>
    </Box>
  )
}

/** A draft has no pages that others could open. */
function Links({ festival: { id, published_at }, queue: { draw } }: Props) {
  if (published_at === null)
    return (
      <Text size="sm" c="dimmed">
        Its page can be opened once the festival is published.
      </Text>
    )
  const pages = [
    { label: 'Page of the waiting room', href: `/guide/${id}/queue` },
    ...(draw ? [{ label: 'Proof of the draw', href: `/guide/${id}/queue/proof` }] : []),
  ]
  return (
    <Group gap="sm">
      {pages.map(({ label, href }) => (
        <Button
          key={href}
          component="a"
          href={href}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<ExternalLinkIcon aria-hidden />}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
