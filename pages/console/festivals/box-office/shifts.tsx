import { Button, Card, Group, Text, Title } from '@mantine/core'
import { PlusIcon } from '@radix-ui/react-icons'
import type { Shift } from '../../../../client/src/index.ts'
import { useAddress } from '../../components/address.ts'
import { Empty, Shown } from '../../components/states.tsx'
import { type Column, DataTable } from '../../components/tables/data-table.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { CloseShift } from './close-shift.tsx'
import { OpenShift } from './open-shift.tsx'
import { ShiftDrawer } from './shift-drawer.tsx'
import { Difference, ShiftState } from './state.tsx'
import { useShifts } from './use-shifts.ts'

/** The shifts of a festival's tills with their books. */
export function Shifts({ festivalId }: { festivalId: string }) {
  const address = useAddress()
  const found = useShifts(festivalId)
  const named = (name: string) => found.data?.find(({ id }) => id === address.get(name))
  const add = (
    <Button leftSection={<PlusIcon aria-hidden />} onClick={() => address.set({ new: 'shift' })}>
      Open a shift
    </Button>
  )
  return (
    <Card withBorder p="lg" component="section">
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2} size="h4">
            Shifts
          </Title>
          <Text c="dimmed" mt={4}>
            A till from its opening to its closing. Choose one for all of its books.
          </Text>
        </div>
        {found.data !== undefined && found.data.length > 0 && add}
      </Group>
      <Shown
        query={found}
        empty={
          <Empty
            title="No shifts yet"
            text="Open one for each till: count the cash in its drawer, and scan the code that appears with the device that sells."
            action={add}
          />
        }
      >
        {(shifts) => (
          <DataTable
            label="Shifts"
            rows={shifts}
            keyOf={({ id }) => id}
            columns={columns}
            onOpen={({ id }) => address.set({ shift: id })}
          />
        )}
      </Shown>
      <OpenShift festivalId={festivalId} />
      <ShiftDrawer shift={named('shift')} onClose={() => address.replace({ shift: undefined })} />
      <CloseShift shift={named('close')} onClose={() => address.replace({ close: undefined })} />
    </Card>
  )
}

const columns: [Column<Shift>, ...Column<Shift>[]] = [
  { title: 'Till', cell: ({ till }) => till },
  { title: 'Seller', cell: ({ seller }) => seller },
  { title: 'Status', cell: (shift) => <ShiftState shift={shift} /> },
  { title: 'Cash', align: 'right', cell: ({ books }) => inEuros(books.cash.amount) },
  { title: 'Card', align: 'right', cell: ({ books }) => inEuros(books.terminal.amount) },
  {
    title: 'Expected',
    align: 'right',
    cell: ({ books }) => inEuros(books.expected_cash),
  },
  {
    title: 'Counted',
    align: 'right',
    cell: ({ counted }) => (counted === null ? '–' : inEuros(counted)),
  },
  { title: 'Difference', align: 'right', cell: (shift) => <Difference shift={shift} /> },
  { title: 'Action', align: 'right', cell: (shift) => <Close shift={shift} /> },
]

function Close({ shift: { id, till, closed_at } }: { shift: Shift }) {
  const address = useAddress()
  if (closed_at !== null) return <>–</>
  return (
    <Button
      size="xs"
      variant="subtle"
      color="red"
      aria-label={`Close the shift of ${till}`}
      onClick={() => address.set({ close: id })}
    >
      Close
    </Button>
  )
}
