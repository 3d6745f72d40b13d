import './payments.css'
import { Box, Stack, Text } from '@mantine/core'
import {
  CheckIcon,
  ClockIcon,
  Cross2Icon,
  EnterIcon,
  ExclamationTriangleIcon,
  PaperPlaneIcon,
  ResetIcon,
} from '@radix-ui/react-icons'
import { useQuery } from '@tanstack/react-query'
import type { PaymentEvent, SoldPayment } from '../../../client/src/index.ts'
import { Shown } from '../components/states.tsx'
import { useRights } from '../rights.ts'
import { festival, useSession } from '../session.ts'
import { useTimeline } from './queries.ts'
import { describeEvent, laterBy } from './words.ts'

const toTheSecond = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

/** The events of a payment, oldest first, with the time between them. */
export function Timeline({ payment }: { payment: SoldPayment }) {
  const query = useTimeline(payment)
  return (
    <Shown query={query}>
      {(events) => (
        <ol className="timeline" aria-label="What happened">
          {events.map((event, index) => (
            <li key={`${event.created_at} ${event.type}`}>
              {index > 0 && <Gap before={events[index - 1]} event={event} />}
              <Event event={event} buyer={payment.buyer.id} />
            </li>
          ))}
        </ol>
      )}
    </Shown>
  )
}

function Gap({ before, event }: { before: PaymentEvent | undefined; event: PaymentEvent }) {
  const later = before && laterBy(before.created_at, event.created_at)
  return (
    <Text size="xs" c="dimmed" className="timeline-gap numbers">
      {later ?? 'at once'}
    </Text>
  )
}

const icons: Record<PaymentEvent['type'], typeof CheckIcon> = {
  pending: ClockIcon,
  requires_action: ExclamationTriangleIcon,
  succeeded: CheckIcon,
  failed: Cross2Icon,
  expired: ClockIcon,
  refunding: ResetIcon,
  refunded: ResetIcon,
  partially_refunded: ResetIcon,
  validated: EnterIcon,
  'transfer.offered': PaperPlaneIcon,
  'transfer.accepted': PaperPlaneIcon,
  'transfer.declined': ResetIcon,
  'transfer.taken_back': ResetIcon,
  'return.offered': PaperPlaneIcon,
  'return.taken_back': ResetIcon,
  'return.sold': CheckIcon,
  disputed: ExclamationTriangleIcon,
  dispute_won: CheckIcon,
  dispute_lost: Cross2Icon,
}

function Event({ event, buyer }: { event: PaymentEvent; buyer: string }) {
  const { title, text, tone } = describeEvent(event)
  const Icon = tone === 'bad' ? Cross2Icon : icons[event.type]
  return (
    <div className="timeline-event">
      <Box className="tone-icon" data-tone={tone}>
        <Icon aria-hidden />
      </Box>
      <Stack gap={0} pt={4} miw={0} className="wraps">
        <Text fw={600}>{title}</Text>
        {text && <Text size="sm">{text}</Text>}
        <Text size="sm" c="dimmed" className="numbers">
          <time dateTime={event.created_at} title={event.created_at}>
            {toTheSecond.format(new Date(event.created_at))} UTC
          </time>
          {event.by !== null && event.by !== buyer && <By id={event.by} type={event.type} />}
        </Text>
      </Stack>
    </div>
  )
}

/** The author of an event, if the reader may know. */
function By({ id, type }: { id: string; type: PaymentEvent['type'] }) {
  const me = useSession()?.me.id
  const { may } = useRights()
  const query = useQuery({
    queryKey: ['people', { id }],
    queryFn: async ({ signal }) => {
      const { users } = await festival.users.accounts({ q: id, limit: 1 }, { signal })
      return users.find((user) => user.id === id) ?? null
    },
    enabled: id !== me && may('manage_users'),
  })
  if (id === me) return ', by you'
  if (query.data) return `, by ${query.data.firstName} ${query.data.lastName}`
  return type.startsWith('transfer.') ? ', by another user' : ', by a colleague'
}
