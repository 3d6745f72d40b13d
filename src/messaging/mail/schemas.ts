import { type Static, Type } from 'typebox'
import { CursorAnswer, CursorQuery } from '#platform/http/cursors'
import { Nullable } from '#platform/values/shapes'
import { Timestamp } from '#platform/values/time'

export const mostMails = 200

const example = '2027-07-01T18-00-00.000Z-000001-1f0c9a2b'
const MailId = Type.String({
  pattern: '^[\\w.-]{1,100}$',
  examples: [example],
})

export const MailPath = Type.Object({ id: Type.String() })

export const AttachmentPath = Type.Object({
  id: Type.String(),
  place: Type.Integer({ minimum: 1, description: 'In the mail, from 1 on', examples: [1] }),
})

const MailAttachment = Type.Object(
  {
    name: Type.String({ examples: ['ticket.pdf'] }),
    type: Type.String({ examples: ['application/pdf'] }),
    size: Type.Integer({ minimum: 0, description: 'Bytes', examples: [31_000] }),
  },
  { title: 'MailAttachment' },
)

export const MailQuery = CursorQuery(50, mostMails, '^\\d{4}-\\d\\d-\\d\\dT[\\w.-]{1,90}$')

/** A mail that was caught instead of sent. */
export const CaughtMail = Type.Object(
  {
    id: MailId,
    to: Type.String({ examples: ['ada@harbour.example'] }),
    subject: Type.String({ examples: ['Reset your password'] }),
    at: Timestamp,
    text: Type.String({ examples: ['Hello,\n\nthis is your reset token.\n'] }),
    html: Nullable(
      Type.String({
        description: 'The same as a page; null for a mail of text alone',
        examples: ['<!doctype html><p>Hello,</p><p>this is your reset token.</p>'],
      }),
    ),
    attachments: Type.Array(MailAttachment),
  },
  { title: 'CaughtMail' },
)
export type CaughtMail = Static<typeof CaughtMail>

export const CaughtMails = CursorAnswer({ mails: Type.Array(CaughtMail) }, example)
