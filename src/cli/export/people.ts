import { userColumns } from '#identity/users'
import { subscriptionColumns } from '#shop/subscriptions'
import { fieldsOf, id, made, payment, type Table, time } from './fields.ts'

/** Tables about people: only in the export of the whole platform. */
export const people: Table[] = [
  {
    name: 'users',
    description: 'Accounts, and guests who bought without one; of erased ones the id alone',
    from: 'users order by created_at, id',
    fields: [
      id,
      ...fieldsOf(userColumns),
      ['guest', 'boolean', 'Whether it is a guest', 'is_guest'],
      made,
      time('erased_at', 'When the account was erased'),
    ],
  },
  {
    name: 'organizer_managers',
    description: 'Who manages which organizer',
    from: 'organizer_managers order by organizer_id, user_id',
    fields: [
      ['organizer_id', 'string', 'The organizer'],
      ['user_id', 'string', 'Who manages it'],
      made,
    ],
  },
  {
    name: 'organizer_members',
    description: 'Who has a role in which organizer beside manager',
    from: 'organizer_members order by organizer_id, user_id',
    fields: [
      ['organizer_id', 'string', 'The organizer'],
      ['user_id', 'string', 'Who has the role'],
      ['role', 'string', 'accountant, sales or editor'],
      ['may_refund', 'boolean', 'Whether an accountant may refund'],
      made,
    ],
  },
  {
    name: 'interests',
    description: 'Who follows what: an artist, an organizer or a genre',
    from: 'interests i left join genres g on g.id = i.genre_id order by i.created_at, i.id',
    fields: [
      ['user_id', 'string', 'Who follows'],
      ['artist_id', 'string', 'An artist'],
      ['organizer_id', 'string', 'An organizer'],
      ['genre', 'string', 'A genre', 'g.name'],
      time('created_at', 'Since when', 'i.created_at'),
    ],
  },
  {
    name: 'hearts',
    description: 'Who wants to see which gig',
    from: 'hearts order by created_at, user_id, gig_id',
    fields: [
      ['user_id', 'string', 'Who wants to see it'],
      ['gig_id', 'string', 'The gig, which may be gone'],
      ['festival_id', 'string', 'The festival'],
      ['artist_name', 'string', 'Who was to play'],
      time('known_start_at', 'The start that the user has seen'),
      ['keeps_clashes', 'boolean', 'Whether it is kept beside others at the same time'],
      made,
    ],
  },
  {
    name: 'notification_settings',
    description: 'What users want to be told, where it is not everything',
    from: 'notification_settings order by user_id, topic',
    fields: [
      ['user_id', 'string', 'Who'],
      ['topic', 'string', 'Of what, such as reminders'],
      ['notice', 'boolean', 'Whether it is among the notifications'],
      ['push', 'boolean', 'Whether browsers show it'],
      ['mail', 'boolean', 'Whether it is mailed'],
      time('changed_at', 'When it was last changed'),
    ],
  },
  {
    name: 'plans',
    description: 'Memberships that are or were for sale',
    from: 'subscriptions order by name, id',
    fields: [id, ...fieldsOf(subscriptionColumns), time('archived_at', 'When it was taken off')],
  },
  {
    name: 'memberships',
    description: 'Who is or was a member',
    from: 'membership_terms order by bought_at, payment_id',
    fields: [
      payment,
      ['user_id', 'string', 'Who'],
      ['plan_id', 'string', 'Of which plan, in plans.csv', 'subscription_id'],
      time('bought_at', 'When it was bought'),
    ],
  },
  {
    name: 'points',
    description: 'Points earned, spent, given back and taken back',
    from: 'point_entries order by created_at, id',
    fields: [
      ['user_id', 'string', 'Whose'],
      ['kind', 'string', 'earned, spent, returned or reversed'],
      ['delta', 'integer', 'By how many the balance changed'],
      ['source', 'string', 'What it comes from'],
      made,
    ],
  },
]
