import { useQuery } from '@tanstack/react-query'
import { festival } from '../session.ts'

/** The processor and the methods by which buyers may pay; undefined while it loads. */
export function usePaymentConfig() {
  const { data } = useQuery({
    queryKey: ['payment-config'],
    queryFn: ({ signal }) => festival.payments.config({ signal }),
  })
  return data
}
