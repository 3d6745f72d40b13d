import { Alert, Group, Stack, Text } from '@mantine/core'
import type { Settlement } from '../../../../client/src/index.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { DownloadButton } from '../../components/tables/download-button.tsx'
import { inEuros, When } from '../../components/tables/figures.tsx'
import { SumLines } from '../../components/tables/sum-lines.tsx'
import { monthName } from '../../festivals/report/words.ts'
import { useAct } from '../../queries.ts'
import { useRights } from '../../rights.ts'
import { festival } from '../../session.ts'
import { PaymentState } from './payment-state.tsx'

/** A statement, line by line, and its payment. */
export function SettlementSheet({ settlement }: { settlement: Settlement }) {
  const { id, number, organizer_id, month, festivals } = settlement
  const { sales, refunds, fees, commission, commission_vat, due } = settlement
  const isOperator = useRights().may('manage_money')
  return (
    <Stack>
      <Text c="dimmed">
        {organizer_id}, {monthName(month)}
      </Text>
      <SumLines
        lines={[
          ['Sales', sales],
          ['Refunds', -refunds],
          ['Fees of the processor', -fees],
          ['Commission', -commission],
          ['VAT on it', -commission_vat],
        ]}
        sum={due < 0 ? [isOperator ? 'The organizer owes you' : 'You owe', -due] : ['Due', due]}
      />
      {festivals.length > 0 && (
        <DataTable
          label="Festivals"
          rows={festivals}
          keyOf={({ festival_id }) => festival_id}
          columns={columns}
        />
      )}
      <Group>
        <DownloadButton
          label="Download PDF"
          file={`settlement-${number}.pdf`}
          read={() => festival.organizers.settlementPdf(id)}
        />
      </Group>
      <Payment settlement={settlement} />
    </Stack>
  )
}

const columns: [
  Column<Settlement['festivals'][number]>,
  ...Column<Settlement['festivals'][number]>[],
] = [
  { title: 'Festival', cell: ({ name }) => name },
  { title: 'Sold', align: 'right', cell: ({ sold_count }) => sold_count },
  { title: 'Sales', align: 'right', cell: ({ sales }) => inEuros(sales) },
  { title: 'Refunds', align: 'right', cell: ({ refunds }) => inEuros(refunds) },
]

function Payment({ settlement }: { settlement: Settlement }) {
  const { id, due, payment } = settlement
  const isOperator = useRights().may('manage_money')
  const act = useAct(() => festival.organizers.paySettlement(id), {
    refresh: [['settlements'], ['bank', 'files']],
    done: 'The next file for the bank orders it',
  })
  const isOpen = due > 0 && (payment === null || payment.state === 'returned')
  return (
    <Stack gap="sm">
      {payment?.state === 'returned' && (
        <Alert color="red" role="alert" title="The transfer came back" className="wraps">
          Check the account of the organizer under “Invoices and account”, then it can be paid
          again.
        </Alert>
      )}
      <Group justify="space-between">
        <Group gap="xs">
          <PaymentState settlement={settlement} />
          {payment?.paid_at && <When time={payment.paid_at} />}
          {payment && (
            <Text size="sm" c="dimmed" className="numbers">
              to {payment.iban}
            </Text>
          )}
        </Group>
        {isOpen && isOperator && (
          <ConfirmButton
            label={`Pay ${inEuros(due)}`}
            color="brand"
            variant="filled"
            title={`Pay ${inEuros(due)}`}
            text="The next file that you make under Transfers orders it, to the account that the organizer has now. It counts as paid once a statement of your bank shows it."
            confirm="Pay"
            onConfirm={() => act.mutateAsync()}
          />
        )}
      </Group>
    </Stack>
  )
}
