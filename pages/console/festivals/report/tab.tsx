import { Group, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FestivalError } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { FilterSelect } from '../../components/fields/filter-select.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { DownloadButton } from '../../components/tables/download-button.tsx'
import { ExportMenu } from '../../components/tables/export-menu.tsx'
import { festival } from '../../session.ts'
import type { TabProps } from '../tab-props.ts'
import { Parts, Totals } from './sums.tsx'
import { monthName } from './words.ts'

const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/

/** The festival's sales in a month, or in all, in an accountant's terms. */
export function ReportTab({ festival: { id, name, time_zone: zone } }: TabProps) {
  const address = useAddress()
  const asked = address.get('month')
  const month = isMonth.test(asked) ? asked : ''
  const search = month === '' ? {} : { month }
  const query = useQuery({
    queryKey: ['report', id, month],
    queryFn: ({ signal }) => festival.sales.report(id, search, { signal }),
    placeholderData: keepPreviousData,
  })
  if (query.error instanceof FestivalError && query.error.status === 403)
    return (
      <Empty
        title="You cannot see this report"
        text="Only managers of its organizer and admins can see what a festival sold."
      />
    )
  const file = ['report', name, month].filter(Boolean).join(' ')
  return (
    <Shown
      query={query}
      isEmpty={({ months }) => months.length === 0 && month === ''}
      empty={
        <Empty
          title="Nothing was sold yet"
          text="What is paid, refunded and disputed appears here, by month."
        />
      }
    >
      {(report) => (
        <Stack gap="xl">
          <Stack gap="sm">
            <Title order={2} size="h4">
              Report
            </Title>
            <Text c="dimmed" maw={640}>
              Sales count in the month in which they were paid, refunds in the month in which they
              were given back. Months begin in the time zone {zone}.
            </Text>
            <Group justify="space-between" align="flex-end">
              <FilterSelect
                label="Month"
                name="month"
                value={month}
                all="All months"
                options={options(report.months, month)}
              />
              <Group gap="xs">
                <ExportMenu
                  verb="Download"
                  file={file}
                  read={(form) => festival.sales.reportCsv(id, { ...search, ...form })}
                />
                <DownloadButton
                  label="Download PDF"
                  file={`${file}.pdf`}
                  read={() => festival.sales.reportPdf(id, search)}
                />
              </Group>
            </Group>
            <Totals totals={report.totals} />
          </Stack>
          <Parts report={report} onMonth={(next) => address.set({ month: next })} />
        </Stack>
      )}
    </Shown>
  )
}

/** Returns the months with bookings, the latest first, and the requested one. */
const options = (months: { month: string }[], asked: string) =>
  [...new Set([...months.map(({ month }) => month), ...(asked === '' ? [] : [asked])])]
    .toSorted()
    .toReversed()
    .map((value) => ({ value, label: monthName(value) }))
