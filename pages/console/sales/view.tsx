import { Button, Group, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { FestivalError } from '../../../client/src/index.ts'
import { LineState } from '../activity/list.tsx'
import { useLive, useRefreshOn } from '../activity/live.ts'
import { useAddress } from '../components/address.ts'
import { useNow } from '../components/relative.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { ExportMenu } from '../components/tables/export-menu.tsx'
import { festival } from '../session.ts'
import { Days } from './by-day.tsx'
import { Compared } from './compared.tsx'
import { rangeIn } from './days.ts'
import { Figures } from './figures.tsx'
import { Offers } from './offers.tsx'

/** No event announces a hold, so the figures are also read at this interval. */
const every = 30_000

/** The sales of a festival: totals, offers and days. */
export function SalesView({ id, name }: { id: string; name: string }) {
  const range = rangeIn(useAddress(), useNow())
  const query = useQuery({
    queryKey: ['sales', id, range],
    queryFn: ({ signal }) => festival.sales.get(id, range, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })
  if (query.error instanceof FestivalError && query.error.status === 403)
    return (
      <Empty
        title="You cannot see these sales"
        text="Only managers of its organizer and admins can see what a festival sold."
      />
    )
  return (
    <Shown query={query}>
      {(sales) => (
        <Stack gap="xl">
          <Stack gap="sm">
            <Group justify="space-between">
              <Live id={id} />
              <Group gap="xs">
                <Button component={Link} href={`/payments?festival=${id}`} variant="default">
                  Payments
                </Button>
                <ExportMenu
                  verb="Download"
                  file={`sales ${name}`}
                  read={(form) => festival.sales.csv(id, form)}
                />
              </Group>
            </Group>
            <Figures totals={sales.totals} />
          </Stack>
          <Offers sales={sales} />
          <Days days={sales.days} />
          <Compared id={id} />
        </Stack>
      )}
    </Shown>
  )
}

/** Refreshes the figures after a sale, refund or admission at this festival. */
function Live({ id }: { id: string }) {
  const { line } = useLive()
  useRefreshOn(id, 'sales', id)
  return <LineState line={line} />
}
