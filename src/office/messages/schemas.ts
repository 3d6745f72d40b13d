/** Messages of organizers to the ticket holders of a festival (docs/contract, section 10.9). */
import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { languageCodes, type ReaderLanguage } from '#platform/values/reader-languages'
import { Name, Nullable, OneOf, Uuid } from '#platform/values/shapes'
import { NullableTimestamp, Timestamp } from '#platform/values/time'

export const mostListed = 50

const subject = Name('Gates open at 14:00', 150)
const text = Type.String({
  minLength: 1,
  maxLength: 10_000,
  pattern: '\\S',
  description: 'Plain text: lines and paragraphs stay, and web addresses become links',
  examples: ['The gates open at 14:00 on Friday, two hours earlier than planned.'],
})
const entity_id = Nullable({
  ...Uuid,
  description: 'Who has this tier or accommodation; null: any',
})
const language = Type.Unsafe<ReaderLanguage | null>({
  type: ['string', 'null'],
  enum: [...languageCodes, null],
  description: 'Who reads this language, English where none was chosen; null: any',
  examples: [null],
})
const inside = Nullable(
  Type.Boolean({
    description:
      'Who is in the zone `main` when it is sent, or who is not; null: both. A person with several tickets counts by each',
    examples: [null],
  }),
)
const urgent = Type.Boolean({
  description:
    'Whether it also goes to people who had a message of this festival in the last 24 hours',
  examples: [false],
})
const written = { subject, text, entity_id, language, inside, urgent }

/** The body of `POST /festivals/:id/messages`. */
export const NewAttendeeMessage = Type.Object({
  subject,
  text,
  entity_id: Type.Optional(entity_id),
  language: Type.Optional(language),
  inside: Type.Optional(inside),
  urgent: Type.Optional(urgent),
})
export type NewAttendeeMessage = Static<typeof NewAttendeeMessage>

/** The body of `PUT /festivals/:id/messages/:message_id`. Omitted fields keep their value. */
export const AttendeeMessageChange = Type.Partial(Type.Object(written))
export type AttendeeMessageChange = Static<typeof AttendeeMessageChange>

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [1200] })

/** The outcome of a message for its people: the five counts add up to `recipients`. */
const MessageCounts = Type.Object(
  {
    recipients: count('People that it was for, each e-mail once'),
    queued: count('Still to be sent, or tried again'),
    sent: count('Taken by the mail server'),
    failed: count('Given up after a day, or the e-mail is known not to take mail any more'),
    unsubscribed: count('Left out: they want no messages of organizers'),
    limited: count('Left out: they had a message of this festival in the last 24 hours'),
  },
  { title: 'MessageCounts' },
)
export type MessageCounts = Static<typeof MessageCounts>

export const AttendeeMessage = Type.Object(
  {
    id: Uuid,
    festival_id: Uuid,
    ...written,
    status: OneOf('AttendeeMessageStatus', {
      draft: 'It can be changed, deleted and sent',
      sending: 'It is on its way, and stays as it is',
      sent: 'No mail of it is left to send',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
    sent_at: { ...NullableTimestamp, description: 'When it was told to be sent; null: a draft' },
    counts: Type.Union([MessageCounts, Type.Null()], {
      description: 'null until its recipients are fixed, which is when it begins to be sent',
    }),
  },
  { title: 'AttendeeMessage' },
)
export type AttendeeMessage = Static<typeof AttendeeMessage>

export const AttendeeMessages = CursorAnswer({ messages: Type.Array(AttendeeMessage) })
export const AttendeeMessageQuery = CursorQuery(20, mostListed)
export const MessagePath = Type.Object({
  id: Type.String({ format: 'uuid' }),
  message_id: Type.String({ format: 'uuid' }),
})

/** The current audience of a message, and its mail. */
export const MessagePreview = Type.Object(
  {
    recipients: count('People that it is for, each e-mail once'),
    receiving: count('Those who would get it now'),
    unsubscribed: count('Left out: they want no messages of organizers'),
    limited: count('Left out: they had a message of this festival in the last 24 hours'),
    text: Type.String({
      description: 'The mail as plain text, in the language of the caller',
      examples: ['Hello,\n\nHarbour Nights writes to you about Harbour Nights 2027:\n\n…'],
    }),
    html: Type.String({
      description: 'The same as a page',
      examples: ['<!doctype html><p>Hello,</p>'],
    }),
  },
  { title: 'MessagePreview' },
)
export type MessagePreview = Static<typeof MessagePreview>
