import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastMonths } from '../../components/fields/months.ts'
import { Failure } from '../../components/states.tsx'
import { DownloadButton } from '../../components/tables/download-button.tsx'
import { useAct } from '../../queries.ts'
import { useRights } from '../../rights.ts'
import { festival } from '../../session.ts'
import { monthName } from '../report/words.ts'

type Props = {
  /** the id of the organizer; null: the operator */
  organizerId: string | null
}

/** Returns the requests about months of a seller. */
function requestsOf(id: string | null) {
  const { documents } = festival
  if (id === null)
    return {
      list: (signal: AbortSignal) => documents.operatorMonths({ signal }),
      close: (month: string) => documents.closeOperatorMonth({ month }),
      datev: (month: string) => documents.operatorDatev({ month }),
    }
  return {
    list: (signal: AbortSignal) => documents.closedMonths(id, { signal }),
    close: (month: string) => documents.closeMonth(id, { month }),
    datev: (month: string) => documents.datev(id, { month }),
  }
}

/** The closed months of a seller: their documents are final. Admins close them; `manage_money` closes months of the operator. */
export function ClosedMonths({ organizerId }: Props) {
  const key = ['closed-months', organizerId ?? '']
  const requests = requestsOf(organizerId)
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => requests.list(signal) })
  const { isAdmin, may } = useRights()
  const mayClose = organizerId === null ? may('manage_money') : isAdmin
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />
  const closed = query.data?.months.map(({ month }) => month)
  if (!closed || (closed.length === 0 && !mayClose)) return null
  return (
    <Months closed={closed} requests={requests}>
      {mayClose && <Close close={requests.close} closed={closed} refresh={key} />}
    </Months>
  )
}

type MonthsProps = {
  closed: string[]
  requests: Pick<ReturnType<typeof requestsOf>, 'datev'>
  children: React.ReactNode
}

function Months({ closed, requests, children }: MonthsProps) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        Closed months
      </Title>
      <Text c="dimmed" maw={640}>
        The invoices of a closed month are final: details of their buyers do not change any more.
        Later refunds have credit notes of a later month.
      </Text>
      {closed.length === 0 && <Text>None is closed.</Text>}
      {closed.map((month) => (
        <Group key={month} justify="space-between" maw={640}>
          <Text>{monthName(month)}</Text>
          <DownloadButton
            label={`DATEV of ${monthName(month)}`}
            file={`EXTF_Buchungsstapel_${month}.csv`}
            read={() => requests.datev(month)}
          />
        </Group>
      ))}
      {children}
    </Stack>
  )
}

type CloseProps = {
  close: ReturnType<typeof requestsOf>['close']
  closed: string[]
  refresh: string[]
}

function Close({ close, closed, refresh }: CloseProps) {
  const open = lastMonths()
    .slice(1)
    .filter((month) => !closed.includes(month))
  const [month, setMonth] = useState<string | null>(null)
  const act = useAct(close, {
    refresh: [refresh],
    done: ({ month: done }) => `${monthName(done)} is closed`,
    onDone: () => setMonth(null),
  })
  return (
    <Group align="flex-end">
      <Select
        label="Month to close"
        placeholder="Choose a month"
        data={open.map((value) => ({ value, label: monthName(value) }))}
        value={month}
        onChange={setMonth}
      />
      <Button
        variant="default"
        disabled={month === null}
        loading={act.isPending}
        onClick={() => month !== null && act.mutate(month)}
      >
        Close the month
      </Button>
    </Group>
  )
}
