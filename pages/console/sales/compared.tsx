import { Box, Button, Card, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { localTime } from '#platform/zones/local-time'
import { Empty, Shown } from '../components/states.tsx'
import type { Column } from '../components/tables/data-table.tsx'
import { inEuros } from '../components/tables/figures.tsx'
import { HeardTable } from '../components/tables/heard-table.tsx'
import { inDigits } from '../overview/words.ts'
import { festival } from '../session.ts'
import { type Comparison, daysInWords, type Point, pointsOf, sumsAt } from './editions.ts'

const EditionChart = lazy(async () => ({
  default: (await import('./edition-charts.tsx')).EditionChart,
}))

const height = 260
/** Refreshed at this interval, not with each sale: two editions cost more than the sales of one, and change little in a minute. */
const every = 60_000
const brief = new Intl.NumberFormat('en-IE', { notation: 'compact' })

/** The sales of a festival beside the previous edition's, by days before each began. */
export function Compared({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['sales compared', id],
    queryFn: ({ signal }) => festival.sales.compare(id, { signal }),
    refetchInterval: every,
  })
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        Compared with the edition before
      </Title>
      <Shown query={query}>{(comparison) => <Editions comparison={comparison} />}</Shown>
    </Stack>
  )
}

function Editions({ comparison }: { comparison: Comparison }) {
  const { edition, previous_edition: before, festival_id } = comparison
  const points = pointsOf(comparison)
  if (!before)
    return (
      <Card withBorder>
        <Empty
          title="No edition before"
          text="Choose the festival that this one follows, and their sales are compared here day by day."
          action={
            <Button component={Link} href={`/festivals/${festival_id}/details`} variant="default">
              Choose in Details
            </Button>
          }
        />
      </Card>
    )
  if (points.length === 0)
    return (
      <Card withBorder>
        <Empty
          title="Neither edition has sold anything"
          text={`${edition.name} and ${before.name} are compared here as soon as one has.`}
        />
      </Card>
    )
  const names = {
    now: `This edition, ${yearOf(edition)}`,
    before: `Edition before, ${yearOf(before)}`,
  }
  return (
    <>
      <SoFar comparison={comparison} before={before} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} aria-hidden>
        <Lines title="Sold in all" of="sold" names={names} points={points} />
        <Lines title="Revenue in all" of="revenue" names={names} points={points} />
      </SimpleGrid>
      <HeardTable
        label="Sales of both editions by days to the start"
        rows={points}
        keyOf={({ days }) => `${days}`}
        columns={columnsOf(names)}
      />
    </>
  )
}

type Edition = Comparison['edition']
type Names = { now: string; before: string }

const yearOf = ({ starts_at, time_zone }: Edition) =>
  localTime(new Date(starts_at), time_zone).getUTCFullYear()

/** The sales of both editions, each at as many days before its start as there are now. */
function SoFar({ comparison, before }: { comparison: Comparison; before: Edition }) {
  const { edition, days_to_start: today } = comparison
  const [now, then] = [sumsAt(edition, today), sumsAt(before, today)]
  return (
    <Text c="dimmed" className="numbers wraps">
      {daysInWords(today)}: {inDigits(now.sold)} sold, {inEuros(now.revenue)} taken. {before.name}{' '}
      had {inDigits(then.sold)} sold and {inEuros(then.revenue)} taken then.
    </Text>
  )
}

type LinesProps = { title: string; of: 'sold' | 'revenue'; names: Names; points: Point[] }

function Lines({ title, of, ...lines }: LinesProps) {
  const isMoney = of === 'revenue'
  return (
    <Card withBorder p="md">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" mb="sm">
        By days to the start
      </Text>
      <Box h={height}>
        <Suspense>
          <EditionChart
            {...lines}
            of={of}
            inWords={isMoney ? inEuros : inDigits}
            onAxis={(value) => (isMoney ? `€${brief.format(value)}` : brief.format(value))}
          />
        </Suspense>
      </Box>
    </Card>
  )
}

const columnsOf = (names: Names): Column<Point>[] => [
  { title: 'When', cell: ({ days }) => daysInWords(days) },
  { title: `Sold: ${names.now}`, cell: ({ now }) => (now ? inDigits(now.sold) : '–') },
  { title: `Sold: ${names.before}`, cell: ({ before }) => inDigits(before.sold) },
  { title: `Revenue: ${names.now}`, cell: ({ now }) => (now ? inEuros(now.revenue) : '–') },
  { title: `Revenue: ${names.before}`, cell: ({ before }) => inEuros(before.revenue) },
]
