import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/values/shapes'
import type { Topic } from './topics.ts'

const meanings: Record<Topic, string> = {
  purchases: 'What was paid, given back or cancelled: its mails are always sent',
  festivals: 'Changes of festivals that one has a ticket for',
  reminders: 'The day before a festival that one has a ticket for',
  messages: 'What organizers write to the people who have a ticket: mails alone',
  transfers: 'Tickets that are handed on',
  waiting_list: 'What one waits for is free',
  queues: 'Queues in which one has a number: one’s turn, and what changes',
  follows: 'New festivals and gigs of what one follows',
  rewards: 'Badges and levels',
  managing: 'Organizers, artists and disputes of managers',
}

const way = (description: string) => Type.Boolean({ description, examples: [true] })
const ways = {
  notice: way('Whether it is among the notifications. If not, no browser shows it either'),
  push: way('Whether browsers show it while no page is open'),
  mail: way('Whether it is mailed'),
}

export const NotificationSetting = Type.Object(
  {
    topic: OneOf('NotificationTopic', meanings),
    ...ways,
    mail_fixed: Type.Boolean({
      description: 'Whether `mail` cannot be changed: it is always sent, or there is none',
      examples: [false],
    }),
  },
  { title: 'NotificationSetting' },
)
export type NotificationSetting = Static<typeof NotificationSetting>

export const NotificationSettings = Type.Object({ settings: Type.Array(NotificationSetting) })

export const ChangedSetting = Type.Partial(Type.Object(ways))
export type ChangedSetting = Static<typeof ChangedSetting>

export const TopicPath = Type.Object({
  topic: Type.String({ description: 'The topic', examples: ['reminders'] }),
})
