import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { BankFile } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { DownloadButton } from '../../components/tables/download-button.tsx'
import { inEuros, When } from '../../components/tables/figures.tsx'
import { saveFile } from '../../components/tables/save-file.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

const asFile = (content: string) => new Blob([content], { type: 'application/xml' })
const nameOf = ({ created_at, id }: Pick<BankFile, 'created_at' | 'id'>) =>
  `transfers ${created_at.slice(0, 10)} ${id.slice(-6)}.xml`

/** The files of transfers: made here, handed in at the bank, and done when a statement shows their transfers. */
export function FilesCard() {
  const query = useQuery({
    queryKey: ['bank', 'files'],
    queryFn: ({ signal }) => festival.bank.files({ signal }),
  })
  const { waiting, files = [] } = query.data ?? {}
  return (
    <Card withBorder>
      <Stack>
        <Title order={2} size="h4">
          Files for the bank
        </Title>
        {query.isPending && <Loading />}
        {query.isError && <Failure error={query.error} retry={() => void query.refetch()} />}
        {waiting && <Waiting {...waiting} />}
        {query.data && files.length === 0 && (
          <Empty
            title="No files yet"
            text="Refunds of bank transfers and payments of settlements are gathered into files."
          />
        )}
        {files.length > 0 && (
          <DataTable label="Files" rows={files} keyOf={({ id }) => id} columns={columns} />
        )}
      </Stack>
    </Card>
  )
}

function Waiting({ transfers, amount }: { transfers: number; amount: number }) {
  const act = useAct(() => festival.bank.createFile(), {
    refresh: [['bank', 'files']],
    done: 'The file is made',
    onDone: (file) => saveFile(nameOf(file), asFile(file.content)),
    quiet: true,
  })
  return (
    <Group justify="space-between">
      <Text>
        Waiting for the next file: {transfers} {transfers === 1 ? 'transfer' : 'transfers'},{' '}
        {inEuros(amount)}
      </Text>
      {transfers > 0 && (
        <ConfirmButton
          label="Make a file"
          color="brand"
          variant="filled"
          title="Make a file for the bank"
          text="All transfers that wait go into one file (pain.001), which is downloaded. Hand it in at your bank, then mark it as handed in. A transfer is in one file alone."
          confirm="Make and download"
          onConfirm={() => act.mutateAsync()}
        />
      )}
    </Group>
  )
}

const columns: [Column<BankFile>, ...Column<BankFile>[]] = [
  { title: 'Made', cell: ({ created_at }) => <When time={created_at} /> },
  { title: 'Transfers', align: 'right', cell: ({ transfers }) => transfers },
  { title: 'Amount', align: 'right', cell: ({ amount }) => inEuros(amount) },
  { title: 'State', cell: (file) => <State file={file} /> },
  { title: 'Actions', cell: (file) => <Actions file={file} /> },
]

function State({ file: { transfers, done, returned, handed_in_at } }: { file: BankFile }) {
  return (
    <Group gap={6}>
      <Badge variant="light" color={handed_in_at === null ? 'yellow' : 'teal'}>
        {handed_in_at === null ? 'To be handed in' : 'Handed in'}
      </Badge>
      <Text size="sm">
        {done} of {transfers} done
      </Text>
      {returned > 0 && (
        <Badge variant="outline" color="red">
          {returned} came back
        </Badge>
      )}
    </Group>
  )
}

function Actions({ file }: { file: BankFile }) {
  const act = useAct(() => festival.bank.handIn(file.id), {
    refresh: [['bank', 'files']],
    done: 'The file is marked as handed in',
    quiet: true,
  })
  return (
    <Group gap="xs">
      <DownloadButton
        label="Download"
        size="xs"
        file={nameOf(file)}
        read={async () => asFile((await festival.bank.file(file.id)).content)}
      />
      {file.handed_in_at === null && (
        <ConfirmButton
          label="Mark as handed in"
          color="brand"
          variant="default"
          size="xs"
          title="Mark as handed in"
          text="Say so once your bank has taken the file. Nothing is sent to the bank. Its transfers are done when a statement shows them."
          confirm="Mark as handed in"
          onConfirm={() => act.mutateAsync()}
        />
      )}
    </Group>
  )
}
