import { Group } from '@mantine/core'
import type { SoldPayment } from '../../../client/src/index.ts'
import { Mark } from '../components/mark.tsx'
import { stateOf } from './words.ts'

/** The status of a payment, and a mark if it needs review. */
export function PaymentMarks({ payment }: { payment: SoldPayment }) {
  const { status, needs_review, is_validated } = payment
  const { word, tone } = stateOf(status)
  return (
    <Group gap={4} component="span" display="inline-flex">
      <Mark tone={tone}>{word}</Mark>
      {is_validated && <Mark tone="good">admitted</Mark>}
      {needs_review !== null && <Mark tone="bad">needs review</Mark>}
    </Group>
  )
}
