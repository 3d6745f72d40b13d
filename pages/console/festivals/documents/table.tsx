import { Button, Group } from '@mantine/core'
import type { Document } from '../../../../client/src/index.ts'
import { Mark } from '../../components/mark.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { saveFile } from '../../components/tables/save-file.ts'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

/** Documents with their files. */
export function DocumentTable({ documents }: { documents: Document[] }) {
  return (
    <DataTable label="Documents" rows={documents} keyOf={({ id }) => id} columns={[...columns]} />
  )
}

const reasons = {
  sale: '',
  refund: '',
  failed_refund: 'refund failed',
  changed: 'details changed',
} as const

const columns: [Column<Document>, ...Column<Document>[]] = [
  { title: 'Number', cell: ({ number }) => number },
  { title: 'Document', cell: (document) => <Kind document={document} /> },
  { title: 'Issued', cell: ({ issued_on }) => issued_on },
  { title: 'Buyer', cell: ({ buyer }) => buyer },
  { title: 'Amount', cell: ({ amount }) => inEuros(amount) },
  { title: 'VAT', cell: ({ vat_amount }) => inEuros(vat_amount) },
  { title: 'Files', cell: (document) => <Files document={document} /> },
]

function Kind({ document: { kind, reason } }: { document: Document }) {
  const why = reasons[reason]
  return (
    <Group gap={4} component="span" display="inline-flex">
      <Mark tone={kind === 'invoice' ? 'good' : 'quiet'}>
        {kind === 'invoice' ? 'invoice' : 'credit note'}
      </Mark>
      {why !== '' && <Mark>{why}</Mark>}
    </Group>
  )
}

function Files({ document: { id, number } }: { document: Document }) {
  const act = useAct(
    (kind: 'pdf' | 'xml') =>
      kind === 'pdf' ? festival.documents.pdf(id) : festival.documents.xml(id),
    { onDone: (file, kind) => saveFile(`${number}.${kind}`, file) },
  )
  return (
    <Group gap={4} wrap="nowrap">
      {(['pdf', 'xml'] as const).map((kind) => (
        <Button
          key={kind}
          size="compact-xs"
          variant="default"
          aria-label={`${kind.toUpperCase()} of ${number}`}
          loading={act.isPending && act.variables === kind}
          onClick={() => act.mutate(kind)}
        >
          {kind.toUpperCase()}
        </Button>
      ))}
    </Group>
  )
}
