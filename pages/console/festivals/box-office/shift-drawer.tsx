import { Group, Stack, Text, Title } from '@mantine/core'
import type { Shift } from '../../../../client/src/index.ts'
import { booksOf } from '../../../box-office/words.ts'
import { Fact, Facts } from '../../components/fact.tsx'
import { SideDrawer } from '../../components/form-drawer.tsx'
import { inEuros, When } from '../../components/tables/figures.tsx'
import { Difference, ShiftState } from './state.tsx'

type Props = { shift: Shift | undefined; onClose: () => void }

/** All books of a shift, and its cash movements. */
export function ShiftDrawer({ shift, onClose }: Props) {
  return (
    <SideDrawer opened={shift !== undefined} onClose={onClose} title={shift?.till ?? ''}>
      {shift && <Books shift={shift} />}
    </SideDrawer>
  )
}

function Books({ shift }: { shift: Shift }) {
  const { seller, opened_at, closed_at, counted, receipts, movements } = shift
  return (
    <Stack gap="lg">
      <div>
        <ShiftState shift={shift} />
      </div>
      <Facts>
        <Fact name="Seller">{seller}</Fact>
        <Fact name="Opened">
          <When time={opened_at} />
        </Fact>
        {closed_at !== null && (
          <Fact name="Closed">
            <When time={closed_at} />
          </Fact>
        )}
        <Fact name="Receipts">{receipts}</Fact>
      </Facts>
      <section>
        <Title order={3} size="h5" mb="sm">
          Books
        </Title>
        <Facts>
          {booksOf(shift).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          {counted !== null && (
            <>
              <Fact name="Counted">{inEuros(counted)}</Fact>
              <Fact name="Difference">
                <Difference shift={shift} />
              </Fact>
            </>
          )}
        </Facts>
      </section>
      {movements.length > 0 && (
        <section>
          <Title order={3} size="h5" mb="sm">
            Cash moved and hand-overs
          </Title>
          <Stack
            component="ol"
            gap="sm"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
            aria-label="Movements"
          >
            {movements.map((movement) => (
              <Movement key={movement.id} {...movement} />
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  )
}

const kinds = { drop: 'Taken out', addition: 'Put in', hand_over: 'Handed over to' } as const

function Movement({ kind, amount, counted, reason, seller, at }: Shift['movements'][number]) {
  return (
    <Group component="li" justify="space-between" align="flex-start" wrap="nowrap">
      <div className="wraps">
        <Text size="sm">{kind === 'hand_over' ? `${kinds[kind]} ${seller}` : kinds[kind]}</Text>
        <Text size="xs" c="dimmed">
          {[reason, kind !== 'hand_over' && seller].filter(Boolean).join(' · ')} <When time={at} />
        </Text>
      </div>
      <Text size="sm" className="numbers keeps">
        {amount === null ? `${inEuros(counted ?? 0)} counted` : inEuros(amount)}
      </Text>
    </Group>
  )
}
