import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FestivalError } from '../../../../client/src/index.ts'
import { Shown } from '../../components/states.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { inDigits } from '../../overview/words.ts'
import { festival } from '../../session.ts'

/** What cancelling a festival would give back: how many payments, and how much. */
export function DueRefunds({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['festival', id, 'cancellation'],
    queryFn: ({ signal }) => festival.festivals.cancellation(id, { signal }),
  })
  // Catalogue staff may cancel a festival whose payments they may not see.
  if (query.error instanceof FestivalError && query.error.status === 403)
    return <Text fw={600}>All its payments are refunded in full.</Text>
  return (
    <Shown query={query}>
      {({ due_payments: payments, due_amount: amount }) => (
        <Text fw={600} className="numbers">
          {payments === 0
            ? 'There is no payment to refund.'
            : `${inDigits(payments)} ${payments === 1 ? 'payment is' : 'payments are'} refunded, ${inEuros(amount)} in all.`}
        </Text>
      )}
    </Shown>
  )
}
