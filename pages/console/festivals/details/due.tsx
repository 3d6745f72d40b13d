import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FestivalError } from '../../../../client/src/index.ts'
import { Shown } from '../../components/states.tsx'
import { inEuros } from '../../components/tables/figures.tsx'
import { inDigits } from '../../overview/words.ts'
import { festival } from '../../session.ts'

/** The refunds that cancelling a festival would cause: the number of payments, and the amount. */
export function DueRefunds({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['festival', id, 'cancellation'],
    queryFn: ({ signal }) => festival.festivals.cancellation(id, { signal }),
  })
  // Catalogue staff may cancel a festival without access to its payments.
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
