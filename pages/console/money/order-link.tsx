import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useRights } from '../rights.ts'

/** The number of an order, with a link to its payments for people with the right to see all payments. */
export function OrderLink({ number }: { number: string }) {
  if (!useRights().isAdmin) return number
  return (
    <Anchor component={Link} href={`/payments?q=${number}`}>
      {number}
    </Anchor>
  )
}
