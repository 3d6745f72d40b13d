import { Box, Card, Stack, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Sales } from '../../../client/src/index.ts'
import { Mark } from '../components/mark.tsx'
import { Empty } from '../components/states.tsx'
import { type Column, DataTable } from '../components/tables/data-table.tsx'
import { inEuros } from '../components/tables/figures.tsx'
import { inDigits } from '../overview/words.ts'
import type { Offer } from './offer.ts'

const StockChart = lazy(async () => ({ default: (await import('./charts.tsx')).StockChart }))

/** The offers, with the share sold of each. */
export function Offers({ sales: { tiers, accommodations } }: { sales: Sales }) {
  const offers: Offer[] = [
    ...tiers.map(({ ticket_id, ...tier }) => ({ id: ticket_id, ...tier })),
    ...accommodations.map(({ accommodation_id, ...stay }) => ({ id: accommodation_id, ...stay })),
  ]
  const shown = offers.filter(({ archived, sold }) => !archived || sold > 0)
  return (
    <Stack component="section" gap="sm">
      <Title order={2} size="h4">
        By offer
      </Title>
      {offers.length === 0 ? (
        <Card withBorder>
          <Empty
            title="Nothing is on sale"
            text="Ticket tiers and accommodations appear here with what they have sold."
          />
        </Card>
      ) : (
        <>
          {shown.length > 0 && (
            <Card withBorder p="md">
              {/* The table below has the same figures. */}
              <Box aria-hidden h={64 + shown.length * 44}>
                <Suspense>
                  <StockChart offers={shown} />
                </Suspense>
              </Box>
            </Card>
          )}
          <DataTable label="Offers" rows={offers} keyOf={({ id }) => id} columns={columns} />
        </>
      )}
    </Stack>
  )
}

const columns: [Column<Offer>, ...Column<Offer>[]] = [
  {
    title: 'Offer',
    cell: ({ name, archived }) => (
      <>
        {name} {archived && <Mark>archived</Mark>}
      </>
    ),
  },
  { title: 'Price', align: 'right', cell: ({ price }) => inEuros(price) },
  { title: 'Sold', align: 'right', cell: ({ sold }) => inDigits(sold) },
  { title: 'Held', align: 'right', cell: ({ held }) => inDigits(held) },
  { title: 'Remaining', align: 'right', cell: ({ remaining }) => inDigits(remaining) },
  { title: 'Revenue', align: 'right', cell: ({ revenue }) => inEuros(revenue) },
  { title: 'Refunded', align: 'right', cell: ({ refunded }) => inEuros(refunded) },
  { title: 'Admitted', align: 'right', cell: ({ validated }) => inDigits(validated) },
]
