import { Badge } from '@mantine/core'
import type { Settlement } from '../../../../client/src/index.ts'

const states = {
  waiting: { label: 'In the next file', color: 'yellow' },
  ordered: { label: 'In a file', color: 'blue' },
  paid: { label: 'Paid', color: 'teal' },
  returned: { label: 'Came back', color: 'red' },
} as const

/** The state of the transfer of a statement. */
export function PaymentState({ settlement: { payment, due } }: { settlement: Settlement }) {
  if (payment) {
    const { label, color } = states[payment.state]
    return (
      <Badge variant="light" color={color}>
        {label}
      </Badge>
    )
  }
  return due > 0 ? (
    <Badge variant="light" color="gray">
      To be paid
    </Badge>
  ) : (
    <>Nothing due</>
  )
}
