import { Anchor, Box, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  CalendarIcon,
  CheckCircledIcon,
  CrossCircledIcon,
  EnterIcon,
  ExitIcon,
  ResetIcon,
} from '@radix-ui/react-icons'
import { Link } from 'wouter'
import type { Activity } from '../../../client/src/index.ts'
import { Mark } from '../components/mark.tsx'
import { Ago } from '../components/relative.tsx'
import { inEuros } from '../components/tables/figures.tsx'
import './activity.css'
import type { StreamState } from './live.ts'
import { wordsOf } from './words.ts'

type Props = {
  activities: Activity[]
  /** activities that arrived while the page is open: they are faded in */
  fresh: Activity[]
}

/** Activity, newest first. */
export function ActivityList({ activities, fresh }: Props) {
  const [latest] = fresh
  const isFresh = new Set(fresh.map(({ id }) => id))
  return (
    <>
      <VisuallyHidden aria-live="polite">{latest ? inASentence(latest) : ''}</VisuallyHidden>
      <ol className="activities">
        {activities.map((activity) => (
          <li key={activity.id} className="activity" data-fresh={isFresh.has(activity.id)}>
            <Item activity={activity} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Item({ activity }: { activity: Activity }) {
  const { verb, tone } = wordsOf(activity)
  const { festival, amount, payment_id, title } = activity
  const isAboutIt = festival?.name === title
  return (
    <Group wrap="nowrap" gap="sm" align="flex-start">
      <Box className="tone-icon" data-tone={tone}>
        <Icon activity={activity} />
      </Box>
      <Stack gap={0} flex={1} miw={0} className="wraps">
        <Text size="sm">
          <Text component="span" inherit fw={600}>
            {verb}
          </Text>{' '}
          {!isAboutIt &&
            (payment_id === null ? (
              title
            ) : (
              <Anchor
                component={Link}
                href={paymentOf(payment_id, festival?.id)}
                inherit
                c="inherit"
              >
                {title}
              </Anchor>
            ))}
        </Text>
        {festival && (
          <Anchor component={Link} href={`/festivals/${festival.id}`} size="sm" className="wraps">
            {festival.name}
          </Anchor>
        )}
      </Stack>
      <Stack gap={0} align="flex-end" className="keeps numbers">
        {amount !== null && (
          <Text size="sm" fw={600}>
            {inEuros(amount)}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <Ago time={activity.at} />
        </Text>
      </Stack>
    </Group>
  )
}

/** Users other than admins read payments through their festival. */
function paymentOf(id: string, festivalId: string | undefined): string {
  return `/payments/${id}${festivalId ? `?festival=${festivalId}` : ''}`
}

function Icon({ activity: { type } }: { activity: Activity }) {
  if (type.startsWith('festival.')) return <CalendarIcon aria-hidden />
  if (type === 'payment.refunded') return <ResetIcon aria-hidden />
  if (type === 'ticket.admitted') return <EnterIcon aria-hidden />
  if (type === 'ticket.left') return <ExitIcon aria-hidden />
  if (type === 'payment.succeeded') return <CheckCircledIcon aria-hidden />
  return <CrossCircledIcon aria-hidden />
}

function inASentence(activity: Activity): string {
  const { festival, title, amount } = activity
  const where = festival && festival.name !== title ? `, ${festival.name}` : ''
  return `${wordsOf(activity).verb} ${title}${where}${amount === null ? '' : `, ${inEuros(amount)}`}`
}

const lines = {
  connecting: { tone: 'quiet', text: 'connecting' },
  live: { tone: 'good', text: 'live' },
  waiting: { tone: 'warn', text: 'disconnected, reconnecting' },
  refused: { tone: 'bad', text: 'not live' },
} as const

/** Shows whether the list is live. */
export function LineState({ line }: { line: StreamState }) {
  if (line === 'off') return null
  const { tone, text } = lines[line]
  return (
    <span role="status">
      <Mark tone={tone}>{text}</Mark>
    </span>
  )
}
