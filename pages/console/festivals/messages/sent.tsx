import { Stack, Text, Title } from '@mantine/core'
import type { AttendeeMessage } from '../../../../client/src/index.ts'
import { Fact, Facts } from '../../components/fact.tsx'
import { Mark } from '../../components/mark.tsx'
import { When } from '../../components/tables/figures.tsx'
import { audienceOf, type Offer, statusOf } from './words.ts'

type Props = { message: AttendeeMessage; offers: Offer[] }

/** A message that was sent, or is being sent: its deliveries, and its words. */
export function SentMessage({ message, offers }: Props) {
  const { subject, text, sent_at, counts } = message
  const { word, tone } = statusOf(message)
  const many = (count: number) => count.toLocaleString('en')
  return (
    <Stack>
      <Facts>
        <Fact name="Status">
          <Mark tone={tone}>{word}</Mark>
        </Fact>
        <Fact name="Sent">
          <When time={sent_at} />
        </Fact>
        <Fact name="To">{audienceOf(message, offers)}</Fact>
        {counts && (
          <>
            <Fact name="Recipients">{many(counts.recipients)}</Fact>
            <Fact name="Delivered to the mail server">{many(counts.sent)}</Fact>
            <Fact name="Still to be sent">{many(counts.queued)}</Fact>
            <Fact name="Failed">{many(counts.failed)}</Fact>
            <Fact name="Left out: want no messages">{many(counts.unsubscribed)}</Fact>
            <Fact name="Left out: had one within a day">{many(counts.limited)}</Fact>
          </>
        )}
      </Facts>
      <Title order={3} size="h5" className="wraps">
        {subject}
      </Title>
      <Text className="wraps" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </Stack>
  )
}
