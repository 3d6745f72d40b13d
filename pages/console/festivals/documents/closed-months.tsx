import { Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastMonths } from '../../components/fields/months.ts'
import { DownloadButton } from '../../components/tables/download-button.tsx'
import { useAct } from '../../queries.ts'
import { useRights } from '../../rights.ts'
import { festival } from '../../session.ts'
import { monthName } from '../report/words.ts'

type Props = { organizerId: string }

/** The months of the seller whose documents are final; admins close them. */
export function ClosedMonths({ organizerId }: Props) {
  const key = ['closed-months', organizerId]
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => festival.documents.closedMonths(organizerId, { signal }),
  })
  const { isAdmin } = useRights()
  const closed = query.data?.months.map(({ month }) => month) ?? []
  if (!query.data || (closed.length === 0 && !isAdmin)) return null
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
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
            read={() => festival.documents.datev(organizerId, { month })}
          />
        </Group>
      ))}
      {isAdmin && <Close organizerId={organizerId} closed={closed} refresh={key} />}
    </Stack>
  )
}

function Close({ organizerId, closed, refresh }: Props & { closed: string[]; refresh: string[] }) {
  const open = lastMonths()
    .slice(1)
    .filter((month) => !closed.includes(month))
  const [month, setMonth] = useState<string | null>(null)
  const act = useAct(
    (chosen: string) => festival.documents.closeMonth(organizerId, { month: chosen }),
    {
      refresh: [refresh],
      done: ({ month: done }) => `${monthName(done)} is closed`,
      onDone: () => setMonth(null),
    },
  )
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
