import { SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Report } from '../../../../client/src/index.ts'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { inDigits } from '../../overview/words.ts'
import { Figure } from '../../sales/figures.tsx'
import { meansName, monthName, vatName } from './words.ts'

/** The sums of a report: from the prices to the remaining amount, and the VAT in it. */
export function Totals({ totals }: { totals: Report['totals'] }) {
  const { disputed_amount: disputed, disputes_won_amount: won } = totals
  const { return_top_up_amount: added } = totals
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" component="dl" m={0}>
        <Figure
          title="Sold"
          value={inDigits(totals.sold_count)}
          more={`${inDigits(totals.returned_count)} returned`}
        />
        <Figure title="Gross" value={inEuros(totals.gross_amount)} more="prices of what was sold" />
        <Figure title="Discounts" value={inEuros(totals.discount_amount)} more="by vouchers" />
        <Figure
          title="Points"
          value={inEuros(totals.points_amount)}
          more={`${inEuros(totals.points_returned_amount)} returned`}
        />
        <Figure
          title="Taken"
          value={inEuros(totals.amount)}
          more="gross less discounts and points"
        />
        <Figure
          title="Refunded"
          value={inEuros(totals.refunded_amount)}
          more={`${inEuros(totals.charged_back_amount)} of it by disputes`}
        />
        <Figure
          title="Net"
          value={inEuros(totals.net_amount)}
          more={`${inEuros(totals.kept_amount)} of it kept of returns`}
        />
        <Figure title="VAT" value={inEuros(totals.vat_amount)} more="included in net" />
      </SimpleGrid>
      {added > 0 && (
        <Text c="dimmed" className="numbers">
          Tickets returned at face value gave back {inEuros(added)} more than their next buyers
          paid.
        </Text>
      )}
      {disputed + won > 0 && (
        <Text c="dimmed" className="numbers">
          Disputes about {inEuros(disputed)} were opened, and about {inEuros(won)} were won.
        </Text>
      )}
    </Stack>
  )
}

type Lists = { report: Report; onMonth: (month: string) => void }

/** The same sums, broken down in four ways. */
export function Parts({ report: { types, vat, means, months }, onMonth }: Lists) {
  return (
    <>
      <Part title="By kind">
        <DataTable
          label="By kind"
          rows={types}
          keyOf={({ payment_type }) => payment_type}
          columns={[
            {
              title: 'Kind',
              cell: ({ payment_type }) =>
                payment_type === 'ticket' ? 'Tickets' : 'Accommodations',
            },
            ...sums,
          ]}
        />
      </Part>
      <Part title="By VAT">
        <DataTable
          label="By VAT"
          rows={vat}
          keyOf={(row) => vatName(row.vat)}
          columns={[{ title: 'VAT', cell: (row) => vatName(row.vat) }, ...sums]}
        />
      </Part>
      <Part title="By means of payment">
        <DataTable label="By means of payment" rows={means} keyOf={meansName} columns={byMeans} />
      </Part>
      <Part title="By month">
        <DataTable
          label="By month"
          rows={months}
          keyOf={({ month }) => month}
          onOpen={({ month }) => onMonth(month)}
          columns={[{ title: 'Month', cell: ({ month }) => monthName(month) }, ...sums]}
        />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm">
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

const sums: Column<Report['totals']>[] = [
  { title: 'Sold', align: 'right', cell: ({ sold_count }) => inDigits(sold_count) },
  { title: 'Taken', align: 'right', cell: ({ amount }) => inEuros(amount) },
  { title: 'Refunded', align: 'right', cell: ({ refunded_amount }) => inEuros(refunded_amount) },
  { title: 'Net', align: 'right', cell: ({ net_amount }) => inEuros(net_amount) },
  { title: 'VAT in net', align: 'right', cell: ({ vat_amount }) => inEuros(vat_amount) },
]

type ByMeans = Report['means'][number]
const byMeans: [Column<ByMeans>, ...Column<ByMeans>[]] = [
  { title: 'Means', cell: meansName },
  { title: 'Sold', align: 'right', cell: ({ sold_count }) => inDigits(sold_count) },
  { title: 'Returned', align: 'right', cell: ({ returned_count }) => inDigits(returned_count) },
  { title: 'Paid', align: 'right', cell: ({ amount }) => inEuros(amount) },
  { title: 'Refunded', align: 'right', cell: ({ refunded_amount }) => inEuros(refunded_amount) },
]
