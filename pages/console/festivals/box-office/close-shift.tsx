import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Shift } from '../../../../client/src/index.ts'
import { toCents } from '../../../box-office/money.ts'
import { differenceOf } from '../../../box-office/words.ts'
import { Fact, Facts } from '../../components/fact.tsx'
import { faultOfCash } from '../../components/fields/price.ts'
import { PriceField } from '../../components/fields/price-field.tsx'
import { FormBody, SideDrawer } from '../../components/form-drawer.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { useAct } from '../../queries.ts'
import { festival } from '../../session.ts'

type Props = { shift: Shift | undefined; onClose: () => void }

/** Closes a shift with the counted cash, as its till can. */
export function CloseShift({ shift, onClose }: Props) {
  return (
    <SideDrawer
      opened={shift !== undefined}
      onClose={onClose}
      title={shift ? `Close the shift of ${shift.till}` : ''}
    >
      {shift && <Counting key={shift.id} shift={shift} onClose={onClose} />}
    </SideDrawer>
  )
}

function Counting({ shift: { id, till, festival_id, books }, onClose }: Counted) {
  const form = useForm<{ counted: number | string }>({
    initialValues: { counted: '' },
    validate: { counted: faultOfCash },
  })
  const act = useAct((counted: number) => festival.boxOffice.close(id, { counted }), {
    refresh: [['festival', festival_id, 'shifts']],
    done: `The shift of ${till} is closed`,
    quiet: true,
    onDone: onClose,
  })
  const { counted } = form.values
  return (
    <FormBody
      onClose={onClose}
      act={act}
      submit="Close shift"
      onSubmit={form.onSubmit((values) => act.mutate(Number(values.counted)))}
    >
      <Text>
        The till sells nothing more. Sellers close their shifts themselves; do it here when the till
        is gone. Tickets that it has set aside have to be written off first.
      </Text>
      <Facts>
        <Fact name="Must be in the drawer">{inEuros(books.expected_cash)}</Fact>
      </Facts>
      <PriceField
        label="Counted cash, in euros"
        description="All cash in the drawer, the float too. A difference is kept, not refused."
        required
        data-autofocus
        {...form.getInputProps('counted')}
      />
      <Text role="status" size="sm" mih={20}>
        {typeof counted === 'number' &&
          differenceOf(toCents(counted) - toCents(books.expected_cash))}
      </Text>
    </FormBody>
  )
}

type Counted = { shift: Shift; onClose: () => void }
