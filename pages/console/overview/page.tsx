import { Grid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../components/call-drawer.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Shown } from '../components/states.tsx'
import { useRights } from '../rights.ts'
import { festival, useSession } from '../session.ts'
import { Upcoming } from './festivals.tsx'
import { FirstSteps } from './first-steps.tsx'
import { LiveActivity } from './live.tsx'
import { Today } from './today.tsx'

/** The number of festivals shown with their figures. */
const shown = 6

const calls: Call[] = [
  {
    title: 'List festivals you can change, the next one first',
    method: 'GET',
    path: '/users/i/festivals?time=upcoming&limit=6',
    code: "const { festivals } = await festival.me.festivals({ time: 'upcoming', limit: 6 })",
  },
  {
    title: 'What a day brought at all your festivals',
    method: 'GET',
    path: '/users/i/sales?date=2027-07-01',
    code: "const { sold, revenue } = await festival.sales.day({ date: '2027-07-01' })",
  },
  {
    title: 'Stream activity as it happens',
    method: 'GET',
    path: '/activity/sse',
    code: 'for await (const { type, title } of festival.activity.stream({ signal })) {\n  console.log(type, title)\n}',
  },
]

/** Upcoming festivals, today's figures, and the latest activity. */
export function OverviewPage() {
  const { isAdmin, isOrganizer, readsSales } = useRights()
  const firstName = useSession()?.me.firstName ?? ''
  const query = useQuery({
    queryKey: ['overview', 'festivals'],
    queryFn: ({ signal }) => festival.me.festivals({ time: 'upcoming', limit: shown }, { signal }),
  })
  const any = useQuery({
    queryKey: ['overview', 'any'],
    queryFn: ({ signal }) => festival.me.festivals({ limit: 1 }, { signal }),
  })
  const follows = isAdmin || isOrganizer
  return (
    <>
      <PageHeader
        title="Overview"
        description={`Hello ${firstName}. Here is what is coming up and happening now.`}
        calls={calls}
      />
      <Shown query={query}>
        {({ festivals, pagination }) => (
          <Stack gap="lg">
            {any.data && <FirstSteps festivals={any.data.pagination.total} />}
            {readsSales && any.data && any.data.pagination.total > 0 && <Today />}
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: follows ? 7 : 12 }}>
                <Upcoming festivals={festivals} total={pagination.total} />
              </Grid.Col>
              {follows && (
                <Grid.Col span={{ base: 12, lg: 5 }}>
                  <LiveActivity />
                </Grid.Col>
              )}
            </Grid>
          </Stack>
        )}
      </Shown>
    </>
  )
}
