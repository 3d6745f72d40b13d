import { Group, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { FestivalError } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { FilterSelect } from '../../components/fields/filter-select.tsx'
import { lastMonths } from '../../components/fields/months.ts'
import { SearchBox } from '../../components/fields/search-box.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { DownloadButton } from '../../components/tables/download-button.tsx'
import { ExportMenu } from '../../components/tables/export-menu.tsx'
import { LoadMore } from '../../components/tables/load-more.tsx'
import { festival } from '../../session.ts'
import { monthName } from '../report/words.ts'
import type { TabProps } from '../tab-props.ts'
import { ClosedMonths } from './closed-months.tsx'
import { DocumentTable } from './table.tsx'

type Filter = { q: string; month: string }

/** Invoices and credit notes: search, files, and months that are closed. */
export function DocumentsTab({ festival: one }: TabProps) {
  const address = useAddress()
  const filter = { q: address.get('q'), month: address.get('month') }
  const search = searchOf(filter)
  const file = ['documents', one.name, filter.month].filter(Boolean).join(' ')
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h4">
          Documents
        </Title>
        <Text c="dimmed" maw={640}>
          Every paid order has an invoice, every refund a credit note. They are issued by
          themselves, as soon as the organizer has all the details that invoices need.
        </Text>
      </div>
      <Group justify="space-between" align="flex-end">
        <Group gap="sm" align="flex-end">
          <SearchBox
            label="Number, order, name or e-mail"
            value={filter.q}
            onSearch={(q) => address.replace({ q })}
          />
          <FilterSelect
            label="Month"
            name="month"
            value={filter.month}
            all="All months"
            options={lastMonths().map((value) => ({ value, label: monthName(value) }))}
          />
        </Group>
        <Group gap="xs">
          <ExportMenu
            verb="Export"
            file={file}
            read={(form) => festival.documents.csv(one.id, { ...search, ...form })}
          />
          <DownloadButton
            label="Download PDFs"
            file={`${file}.zip`}
            read={() => festival.documents.zip(one.id, search)}
          />
        </Group>
      </Group>
      <Found id={one.id} filter={filter} />
      {one.organizer && <ClosedMonths organizerId={one.organizer.id} />}
    </Stack>
  )
}

const searchOf = ({ q, month }: Filter) => ({ ...(q && { q }), ...(month && { month }) })

function Found({ id, filter }: { id: string; filter: Filter }) {
  const search = { limit: 50, ...searchOf(filter) }
  const query = useInfiniteQuery({
    queryKey: ['documents', id, search],
    queryFn: ({ pageParam, signal }) =>
      festival.documents.list(
        id,
        { ...search, ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_after }) => next_after,
    placeholderData: keepPreviousData,
  })
  if (query.isPending) return <Loading />
  if (query.isError && !query.data)
    return <NotShown error={query.error} retry={() => void query.refetch()} />
  const documents = query.data.pages.flatMap((page) => page.documents)
  if (documents.length === 0) return <NoDocuments filter={filter} />
  return (
    <Stack>
      <DocumentTable documents={documents} />
      <LoadMore query={query} />
    </Stack>
  )
}

function NotShown({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof FestivalError && error.status === 403)
    return (
      <Empty
        title="You cannot see these documents"
        text="Only managers of its organizer and admins can see its invoices."
      />
    )
  return <Failure error={error} retry={retry} />
}

function NoDocuments({ filter: { q, month } }: { filter: Filter }) {
  if (q !== '' || month !== '')
    return (
      <Empty
        title="No documents found"
        text="Enter the beginning of a number, the number of an order, or a part of the name, the company or the e-mail of a buyer."
      />
    )
  return (
    <Empty
      title="No documents yet"
      text="The invoice of each paid order appears here. None is issued while the organizer lacks details."
    />
  )
}
